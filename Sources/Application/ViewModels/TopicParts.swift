public import Domain

/// Makes the view models of the parts of topics. All topics of a store share one, since there may be many.
public final class TopicParts {
  private let arguments: any ArgumentUseCases
  private let posts: any PostUseCases
  private let decisions: any DecisionUseCases
  private let options: any OptionUseCases
  private let todos: any TodoUseCases
  private let road: StoreRoad
  private let now: CurrentTime

  public init(
    _ arguments: any ArgumentUseCases, _ posts: any PostUseCases,
    _ decisions: any DecisionUseCases, _ options: any OptionUseCases, _ todos: any TodoUseCases,
    road: StoreRoad, now: @escaping CurrentTime
  ) {
    self.arguments = arguments
    self.posts = posts
    self.decisions = decisions
    self.options = options
    self.todos = todos
    self.road = road
    self.now = now
  }

  /// With the use cases of one store.
  public convenience init(
    _ gateway: any BoardsGateway & PostsGateway, now: @escaping CurrentTime, road: StoreRoad
  ) {
    self.init(
      StoreArguments(gateway: gateway, now: now), StorePosts(gateway: gateway, now: now),
      StoreDecisions(gateway: gateway, now: now), StoreOptions(gateway: gateway, now: now),
      StoreTodos(gateway: gateway, now: now), road: road, now: now)
  }

  func arguments(of topic: Topic.ID, _ column: Column) -> ArgumentsViewModel {
    ArgumentsViewModel(topic: topic, column, arguments, road: road)
  }

  func options(of topic: Topic.ID) -> OptionsViewModel {
    OptionsViewModel(topic: topic, options, road: road)
  }

  func objections(of topic: Topic.ID) -> ObjectionsViewModel {
    ObjectionsViewModel(topic: topic, decisions, road: road)
  }

  func todos(of topic: Topic.ID) -> TodosViewModel {
    TodosViewModel(topic: topic, todos, road: road)
  }

  func posts(of topic: Topic.ID) -> PostsViewModel {
    PostsViewModel(topic: topic, posts, road: road)
  }

  func positions(of topic: Topic.ID) -> PositionsViewModel {
    PositionsViewModel(topic: topic, decisions, road: road)
  }

  /// Makes what decides the topic.
  public func decisionIntents(of topic: Topic.ID) -> DecisionIntents {
    DecisionIntents(topic: topic, decisions, road: road)
  }

  func decision(of topic: Topic, replaces predecessors: [Topic.ID]) -> DecisionViewModel {
    DecisionViewModel(topic, replaces: predecessors, decisions, road: road, now: now)
  }
}
