internal import BoxWire

/// A root, and what is under it.
struct MountSetting: Equatable {
  /// One segment of a path.
  let root: String
  let kind: Kind

  enum Kind: Equatable {
    /// The topics of a store.
    case topics(Source)
    /// Boxes that clients set, in a cluster of etcd.
    case boxes(EtcdMountSetting)
  }

  enum Source: Equatable {
    /// In an SQLite database at this path, relative to the state directory.
    case sqlite(String)
    /// In Markdown files in this directory, relative to the state directory.
    case files(String)
    /// On a service elsewhere.
    case http(ServiceSetting)
    /// In a cluster of etcd.
    case etcd(EtcdMountSetting)
    /// In memory, as long as the daemon runs.
    case memory
  }

  /// The mounts if none are configured.
  static let byDefault = [MountSetting(root: "topics", kind: .topics(.sqlite("topics.sqlite")))]

  /// Returns why a root cannot have this name; nil if it can.
  static func fault(ofRoot root: String) -> String? {
    guard Path(root)?.segments.count == 1 else {
      return "a root is one segment of a path: 1 to 64 letters, digits, _ and -"
    }
    let methods = MethodDescription.builtIn().map(\.name).filter { !$0.contains(".") }
    let taken = ["shared", "daemon", "session", "rpc"] + methods
    return taken.contains(root) ? "a root cannot be any of \(taken.joined(separator: ", "))" : nil
  }
}
