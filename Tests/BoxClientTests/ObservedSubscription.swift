import BoxClient
import BoxWire
import SystemTestSupport
import UVLoop

/// The pattern of the subscriptions in these tests.
let pattern = Pattern("a.**")!

/// Starts with half a millisecond.
let quick = Backoff(first: .milliseconds(1), longest: .milliseconds(5), random: { 0 })

/// A subscription to a scripted daemon, and the events of a consumer that takes everything.
///
/// - Parameter reasons: gets the reason for the loss of each connection before the next attempt.
@LoopActor
func observe(
  _ daemon: ScriptedDaemon, mode: Subscribe.Mode = .latest, interval: Duration = .zero,
  backoff: Backoff = quick, reasons: Journal<Disconnection?>? = nil
) -> (Subscription, Journal<String>) {
  let events = Journal<String>()
  let subscription = Subscription(
    [pattern], mode: mode, interval: interval, backoff: backoff,
    connector: { previous in
      reasons?.note(previous)
      return try await Connection.connect(to: daemon.path)
    })
  consume(subscription) { events.note(text($0)) }
  return (subscription, events)
}

/// A subscription that is in step at revision 4, and its consumer's events.
@LoopActor
func inStep(
  with daemon: ScriptedDaemon, mode: Subscribe.Mode = .latest
) async throws -> (Subscription, Journal<String>) {
  let (subscription, events) = observe(daemon, mode: mode)
  try await daemon.requests.wait(count: 1)
  daemon.answer(resumed: false, revision: 4)
  daemon.synchronise(boxes(4, ["a.b": 1, "a.c": 2]))
  try await events.wait { $0.last == "synced 4" }
  return (subscription, events)
}

/// Closes the connection, and waits for the next `subscribe`.
///
/// - Returns: the request.
@LoopActor
func cut(_ daemon: ScriptedDaemon) async throws -> String {
  let count = daemon.requests.events.count
  daemon.hangUp()
  return try await daemon.requests.wait(count: count + 1)[count]
}

/// Takes every event until the subscription ends or the task is cancelled.
///
/// - Parameter receive: gets each event, and finally the error, unless the task was cancelled.
@LoopActor
@discardableResult
func consume(
  _ subscription: Subscription,
  _ receive: @escaping @LoopActor (Result<Subscription.Event, SubscriptionError>) -> Void
) -> Task<Void, Never> {
  LoopActor.task {
    do throws(SubscriptionError) {
      for try await event in subscription { receive(.success(event)) }
    } catch {
      receive(.failure(error))
    }
  }
}

func text(_ result: Result<Subscription.Event, SubscriptionError>) -> String {
  switch result {
  case .success(.connected(let hello)): "connected \(hello.server)"
  case .success(.changed(let boxes)): "changed \(boxes.json)"
  case .success(.missed(let missed)):
    "missed \(missed.after)-\(missed.upTo.map(String.init) ?? "")"
  case .success(.synced(let revision)): "synced \(revision)"
  case .success(.lost(.ended, _)): "lost ended"
  case .success(.lost(let disconnection, _)): "lost \(disconnection)"
  case .success(.unreachable): "unreachable"
  case .failure(.refused(let error)): "refused \(error.message)"
  case .failure(.lost(let disconnection)): "over: \(disconnection)"
  case .failure(.unreachable): "over: unreachable"
  }
}
