import SystemTestSupport
import Testing

@testable import FilePlatform

struct DocumentModelTests {
  @Test(arguments: 1...8)
  func `nothing is missing but what a client has removed or a save of the editor lacked`(
    seed: UInt64
  ) throws {
    var model = try DocumentModel(seed: seed)
    for _ in 0..<TestLength.size(60, long: 1000) { try model.step() }
    try model.finish()
  }
}
