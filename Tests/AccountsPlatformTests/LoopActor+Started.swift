import UVLoop

/// Returns after the tasks that were started on the loop have run up to where they wait.
@LoopActor
func untilTasksHaveStarted() async {
  await LoopActor.task {}.value
}
