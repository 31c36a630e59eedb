internal import ArgumentParser
internal import Glibc

/// Becomes another program, which the kernel ends when the one that started it is gone.
struct LaunchCommand: ParsableCommand {
  static let name = "launch"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Becomes a program that ends with its parent.",
    shouldDisplay: false)

  @Argument(help: "The parent's process id.")
  var parent: Int32

  @Argument(help: "The processors to run on; - for any.")
  var processors: String

  @Argument(parsing: .captureForPassthrough, help: "A program's path and its arguments.")
  var words: [String]

  func run() throws {
    guard let program = words.first else { throw Failure.usage("launch needs a program") }
    // The parent may be gone already.
    guard Self.endWithParent() == 0, getppid() == parent else { throw Failure.system("prctl") }
    let processors = processors.split(separator: ",").compactMap { Int($0) }
    if !processors.isEmpty { Processors.keep(to: processors) }
    let pointers = words.map { strdup($0) }
    execv(program, pointers + [nil])
    throw Failure.system("exec \(program)")
  }

  /// prctl(2) with PR_SET_PDEATHSIG, which stays as it is when another program is executed.
  private static func endWithParent() -> Int32 {
    typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    // Declared with a variable number of arguments, which the importer leaves out.
    guard let symbol = dlsym(nil, "prctl") else { return -1 }
    return unsafeBitCast(symbol, to: Control.self)(1, UInt(SIGKILL), 0, 0, 0)
  }
}
