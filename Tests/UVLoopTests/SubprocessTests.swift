import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.enabled(if: LoopThread.isRunning))
struct SubprocessTests {
  private let output = OutputFile()

  @LoopActor
  private func run(
    _ executable: String, _ arguments: String..., environment: [String: String] = paths,
    directory: String? = nil
  ) async throws -> Subprocess.Ending? {
    let process = try Subprocess(
      executable, arguments, environment: environment, directory: directory,
      descriptors: [nil, output.descriptor, nil], isDetached: false)
    let journal = Journal<Subprocess.Ending>()
    process.observer = { journal.note($0) }
    expect(process.ending == nil)
    let endings = try await journal.wait(count: 1)
    expect(process.ending, equals: endings.first)
    return endings.first
  }

  @LoopActor
  @Test func `the exit status is reported`() async throws {
    expect(try await run("true"), equals: .exited(status: 0))
    expect(try await run("sh", "-c", "exit 200"), equals: .exited(status: 200))
  }

  @LoopActor
  @Test func `the signal that ended the process is reported`() async throws {
    expect(try await run("sh", "-c", "kill -KILL $$"), equals: .killed(signal: SIGKILL))
  }

  @LoopActor
  @Test func `a signal that we ignore has its default action in the process`() async throws {
    signal(SIGPIPE, SIG_IGN)
    expect(try await run("sh", "-c", "kill -PIPE $$"), equals: .killed(signal: SIGPIPE))
  }

  @LoopActor
  @Test func `a program that does not exist is an error`() {
    for name in ["/no/such/program", "no-such-program"] {
      #expect(throws: LoopError(operation: "spawn", code: ENOENT)) {
        _ = try Subprocess(
          name, [], environment: paths, descriptors: [nil, nil, nil], isDetached: false)
      }
    }
  }

  @LoopActor
  @Test func `arguments, environment and directory are passed on`() async throws {
    let environment = paths.merging(["A": "b c=d"]) { $1 }
    let script = #"echo "$1-$A-$(pwd)"; env | grep -c HOME"#
    _ = try await run(
      "sh", "-c", script, "sh", "x y", environment: environment, directory: "/dev")
    expect(output.text, equals: "x y-b c=d-/dev\n0\n")
  }

  @LoopActor
  @Test func `no other descriptor is passed on`() async throws {
    let low = open("/dev/null", O_RDONLY)
    let high = fcntl(low, F_DUPFD, 300)
    defer { for descriptor in [low, high] { close(descriptor) } }
    // Descriptor 3 is the directory that ls reads.
    expect(try await run("ls", "/proc/self/fd"), equals: .exited(status: 0))
    expect(output.text, equals: "0\n1\n2\n3\n")
  }

  @LoopActor
  @Test func `a detached process leads its own session`() async throws {
    let process = try Subprocess(
      "sleep", ["60"], environment: paths, descriptors: [nil, nil, nil], isDetached: true)
    let journal = Journal<Subprocess.Ending>()
    process.observer = { journal.note($0) }
    expect(getsid(process.processID), equals: process.processID)
    expect(kill(-process.processID, SIGTERM), equals: 0)
    expect(try await journal.wait(count: 1), equals: [.killed(signal: SIGTERM)])
  }

  @LoopActor
  @Test func `releasing a subprocess leaves the process running`() async throws {
    var process: Subprocess? = try Subprocess(
      "sleep", ["60"], environment: paths, descriptors: [nil, nil, nil], isDetached: false)
    let processID = try require(process?.processID)
    process = nil
    await nextTurn()
    expect(kill(processID, SIGKILL), equals: 0)
    expect(waitpid(processID, nil, 0), equals: processID)
  }
}

private let paths = ["PATH": "/usr/bin:/bin"]

/// A file for a process's output.
private final class OutputFile: Sendable {
  private let directory = TemporaryDirectory()
  let descriptor: Int32

  init() {
    descriptor = open(directory.file("output"), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  }

  deinit {
    close(descriptor)
  }

  var text: String? { contents(of: directory.file("output")) }
}
