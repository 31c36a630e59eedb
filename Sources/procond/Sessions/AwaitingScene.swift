internal import Application
internal import BoxServer
internal import UVLoop

/// What waits for the client: the boxes under `session.awaiting`.
@LoopActor
func awaitingScene() -> SessionScene<AwaitingViewModel> {
  let scene = SessionScene<AwaitingViewModel>("session.awaiting")
  scene.publish(
    "items", description: "What waits for the user of this client, the soonest deadline first."
  ) { $0.items }
  scene.publish("summary", description: "The same in a few words.") { $0.summary }
  let isDue = { @LoopActor (awaiting: AwaitingViewModel) in awaiting.isDue }
  scene.onFirstUse(again: isDue) { await $0.load() }
  return scene
}

/// Runs work in a task on the loop, without waiting for it.
@LoopActor
let runOnLoop: RunInBackground = { work in
  // Safe although unchecked: it was made on the loop, and runs there.
  nonisolated(unsafe) let work = work
  LoopActor.task { await work() }
}
