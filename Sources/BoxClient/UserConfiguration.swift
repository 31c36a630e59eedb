internal import BoxWire
internal import OperatingSystem

/// What clients read in the user's configuration, which is that of the user's own daemon.
struct UserConfiguration {
  /// The daemon that the user wants to use; nil when it does not say so.
  private(set) var daemon: SocketPlaces.Owner?
  /// Where the user's own daemon keeps its data; nil for the default.
  private(set) var stateDirectory: String?

  /// As long as the daemon allows it to be, in bytes.
  private static let longest = 64 << 10

  /// - Parameter path: nil for no configuration, as when there is no such file.
  /// - Throws: ``ConnectError/configuration(_:)``.
  init(at path: String?) throws(ConnectError) {
    guard let path else { return }
    let text: [UInt8]
    do throws(ShortFileError) {
      text = try ShortFile.read(path, limit: Self.longest)
    } catch {
      if error == .missing { return }
      throw .configuration(error.sentence(about: path))
    }
    let members: [JSONSource.Member]
    do throws(JSONError) {
      members = try JSONSource(parsing: text).members ?? []
    } catch {
      let line = JSONSource.line(of: error.offset, in: text)
      throw .configuration("\(path):\(line): not JSON: \(error.reason.rawValue)")
    }
    for member in members {
      let value = member.value.text.string
      switch member.name {
      case "daemon":
        daemon = value.flatMap(SocketPlaces.Owner.init(rawValue:))
        guard daemon != nil else {
          throw .configuration("\(path):\(member.line): daemon must be \"own\" or \"system\"")
        }
      case "state-dir": stateDirectory = value
      default: break
      }
    }
  }
}
