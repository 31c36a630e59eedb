internal import Client

extension Failure {
  init(_ error: ConnectError) {
    self =
      switch error {
      case .nobodyListens(let places): .nobodyListens(places: places)
      case .unreachable(let place, let error): .unreachable(place: place, error)
      case .unsafeDirectory(let path): .unsafeDirectory(path)
      case .otherVersion(let version): .unusable(.otherVersion(version))
      case .noDaemon(let place): .noDaemon(place: place)
      case .silent(let place): .silent(place: place)
      case .full: .full
      case .lost(let loss): .lost(loss)
      case .cancelled: .lost(.closed)
      }
  }
}
