internal import Glibc
internal import Wire

extension SocketPlaces {
  /// Those of the user who runs this process.
  static var ofUser: SocketPlaces {
    var environment: [String: String] = [:]
    environment["XDG_RUNTIME_DIR"] = Environment["XDG_RUNTIME_DIR"]
    return SocketPlaces(environment: environment, userID: getuid())
  }
}
