/// What Package.swift says.
enum PackageManifest {
  /// The names of the targets that each target depends on.
  ///
  /// - Parameter text: the manifest.
  static func targets(in text: String) -> [String: Set<String>] {
    let target =
      #/\.(?:target|executableTarget|testTarget)\(\s*name: "([^"]+)"(?:,\s*dependencies: \[([^\]]*)\])?/#
    let text = text.replacing(#/\.product\([^)]*\)/#, with: "")
    return text.matches(of: target).reduce(into: [:]) { targets, match in
      let names = match.output.2?.matches(of: #/"([^"]+)"/#).map { String($0.output.1) }
      targets[String(match.output.1)] = Set(names ?? [])
    }
  }
}
