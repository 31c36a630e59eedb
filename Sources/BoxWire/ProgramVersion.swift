/// The version of procon, which all of its programs have: `--version`, the greeting and the packages say it.
package enum ProgramVersion {
  /// As Semantic Versioning 2.0.0 defines it.
  package static let text = "0.1.0"
}
