internal import BoxWire

extension JSONSource.Member {
  /// Roots in order of appearance.
  func mounts() throws(ConfigurationError) -> [MountSetting] {
    guard let roots = value.members else { throw mustBe("an object of roots") }
    try roots.checkUniqueness()
    var mounts: [MountSetting] = []
    for root in roots {
      if let fault = MountSetting.fault(ofRoot: root.name) {
        throw ConfigurationError(
          line: root.line, message: "\(JSONText(root.name).shown) cannot be mounted: \(fault)")
      }
      let mount = MountSetting(root: root.name, kind: try root.kind())
      if let place = mount.kind.place,
        let other = mounts.first(where: { $0.kind == mount.kind })
      {
        throw ConfigurationError(
          line: root.line, message: "\(root.name) has the same \(place) as \(other.root)")
      }
      mounts.append(mount)
    }
    return mounts
  }

  /// The files with secrets that the mounts name, in order of appearance.
  func secretFiles() -> [SecretFileSetting] {
    (value.members ?? []).flatMap { $0.secretFilesOfMount() }
  }

  /// The store of a root, or a cluster with boxes as `{"boxes": {"etcd": …}}`.
  private func kind() throws(ConfigurationError) -> MountSetting.Kind {
    guard let members = value.members, let boxes = members.first(where: { $0.name == "boxes" })
    else { return .topics(try source()) }
    try members.checkNames(["boxes"])
    guard let members = boxes.value.members, members.contains(where: { $0.name == "etcd" }) else {
      throw boxes.mustBe("{\"etcd\": URLs}")
    }
    return .boxes(try EtcdMountSetting(members, root: name))
  }

  /// The store of a root: an object with one member, whose key is the kind of store. A service or a
  /// cluster may have settings beside it. An error does not show anything else, which may be a service with a
  /// secret and a mistyped key.
  private func source() throws(ConfigurationError) -> MountSetting.Source {
    let allowed =
      "{\"sqlite\": a path}, {\"files\": a path}, {\"http\": a URL}, {\"etcd\": URLs},"
      + " {\"memory\": true} or {\"boxes\": {\"etcd\": URLs}}"
    if let members = value.members, members.contains(where: { $0.name == "etcd" }) {
      return .etcd(try EtcdMountSetting(members, root: name))
    }
    if let members = value.members, members.contains(where: { $0.name == "http" }) {
      return .http(try ServiceSetting(members))
    }
    guard let members = value.members, members.count == 1 else { throw mustBe(allowed) }
    let member = members[0]
    switch member.name {
    case "sqlite": return .sqlite(try member.path())
    case "files": return .files(try member.path())
    case "memory":
      guard member.value.text.boolean == true else { throw member.cannotBe("true") }
      return .memory
    default: throw mustBe(allowed)
    }
  }
}

extension MountSetting.Kind {
  /// What no two mounts may share; nil if there is nothing to share.
  fileprivate var place: String? {
    switch self {
    case .topics(.sqlite): "file"
    case .topics(.files): "directory"
    case .topics(.etcd), .boxes: "prefix"
    case .topics(.http), .topics(.memory): nil
    }
  }
}
