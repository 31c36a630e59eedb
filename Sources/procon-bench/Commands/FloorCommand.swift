internal import ArgumentParser
internal import Glibc

/// Serves as the floor.
struct FloorCommand: ParsableCommand {
  static let name = "floor"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Copies what a publisher writes to subscribers.",
    shouldDisplay: false)

  @Argument(help: "Where to listen.")
  var socket: String

  func run() throws {
    try FloorServer(path: socket).serve()
  }
}
