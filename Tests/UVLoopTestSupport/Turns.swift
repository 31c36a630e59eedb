import UVLoop

/// Returns after the loop has had that many turns.
package func turns(_ count: Int) async {
  for _ in 0..<count { await LoopActor.task {}.value }
}
