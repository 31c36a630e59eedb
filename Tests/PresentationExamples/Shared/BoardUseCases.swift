import Application
import Domain

/// What a board can do, over any store: the use cases of ``ArgumentsViewModel`` that the other
/// styles need.
struct BoardUseCases {
  let list: ListArguments
  let add: AddArgument
  let change: ChangeArgument
  let remove: RemoveArgument
  let road: StoreRoad

  init(
    _ gateway: any ArgumentsGateway, now: @escaping CurrentTime, road: StoreRoad
  ) {
    list = ListArguments(gateway: gateway)
    add = AddArgument(gateway: gateway, now: now)
    change = ChangeArgument(gateway: gateway, now: now)
    remove = RemoveArgument(gateway: gateway, now: now)
    self.road = road
  }
}
