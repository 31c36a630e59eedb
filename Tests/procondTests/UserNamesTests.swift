import BoxServer
import Expectations
import OperatingSystem
import Synchronization
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procond

@Suite(.enabled(if: LoopThread.isRunning)) struct UserNamesTests {
  @Test(arguments: [(UserName.found("ada"), "ada"), (.none, "1001"), (.unknown, "1001")])
  @LoopActor func `calls for one user ask the system once and continue in order`(
    answer: UserName, name: String
  ) async {
    let asked = Mutex(0)
    let names = UserNames(
      members: { _ in [] },
      lookUp: { _ in
        asked.withLock { $0 += 1 }
        return answer
      })
    var continued: [Int] = []
    let calls = (1...20).map { number in
      LoopActor.immediateTask {
        expect(await names.name(of: .user(1001)), equals: name)
        continued.append(number)
      }
    }
    for call in calls { await call.value }
    expect(continued, equals: Array(1...20))
    expect(asked.withLock { $0 }, equals: 1)
  }
}
