import Client
import Loop
import TestSupport
import Wire

/// What the subscriptions of these tests ask for.
let pattern = Pattern("a.**")!

/// Half a millisecond at first.
let quick = Pauses(first: .milliseconds(1), longest: .milliseconds(5), random: { 0 })

/// A subscription to a scripted daemon, and what it tells.
///
/// - Parameter reasons: is told why each connection was lost before the next one is made.
@LoopActor
func observe(
  _ daemon: ScriptedDaemon, mode: Subscribe.Mode = .latest, interval: Int = 0,
  pauses: Pauses = quick, reasons: Journal<Loss?>? = nil
) -> (Subscription, Journal<String>) {
  let events = Journal<String>()
  let subscription = Subscription(
    [pattern], mode: mode, interval: interval, pauses: pauses,
    connector: { previous in
      reasons?.note(previous)
      return try await Connection.connect(to: daemon.path)
    },
    observer: { events.note(text($0)) })
  return (subscription, events)
}

func text(_ event: Subscription.Event) -> String {
  switch event {
  case .connected(let hello): "connected \(hello.server)"
  case .changed(let boxes): "changed \(boxes.json)"
  case .missed(let missed): "missed \(missed.after)-\(missed.upTo.map(String.init) ?? "")"
  case .synced(let revision): "synced \(revision)"
  case .lost(.ended, _): "lost ended"
  case .lost(let loss, _): "lost \(loss)"
  case .unreachable: "unreachable"
  case .refused(let error): "refused \(error.message)"
  }
}
