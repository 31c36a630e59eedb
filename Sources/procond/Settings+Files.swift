internal import AccountsPlatform
internal import BoxWire
internal import OperatingSystem

extension Settings {
  /// The contents of the files that decide who may do what, and of those with secrets.
  struct Files: Sendable {
    /// The users and tokens; nil if the configuration names no such file.
    let accounts: Accounts?
    /// nil if the configuration names none.
    let policy: PolicyFile?
    /// By path, as the configuration names it.
    let secrets: [String: String]
  }

  /// Reads the files that the configuration names. It may block.
  ///
  /// - Parameters:
  ///   - directory: the directory to which paths may be relative.
  ///   - sockets: the names of the inherited sockets.
  /// - Throws: `StartError` if one of them cannot be used, or others could change the configuration
  ///   that names it; with the line and key of a mistake.
  func readFiles(
    in directory: StateDirectory, sockets: [String]
  ) throws(StartError) -> Files {
    if users != nil { try checkConfiguration(naming: "users") }
    if policy != nil { try checkConfiguration(naming: "policy") }
    var accounts: Accounts?
    if let users { accounts = try AccountsFile.read(directory.path(of: users)) }
    var policyFile: PolicyFile?
    if let policy {
      policyFile = try PolicyFile(
        directory.path(of: policy), sockets: sockets,
        logins: accounts.map(Principal.all(of:)) ?? [])
    }
    return Files(accounts: accounts, policy: policyFile, secrets: try readSecrets(in: directory))
  }

  private func readSecrets(in directory: StateDirectory) throws(StartError) -> [String: String] {
    guard let file, !secretFiles.isEmpty else { return [:] }
    try checkConfiguration(naming: secretFiles[0].key)
    var secrets: [String: String] = [:]
    for secret in secretFiles {
      do throws(ConfigurationError) {
        secrets[secret.path] = try secret.read(in: directory)
      } catch {
        throw StartError(status: .configuration, description: error.description(in: file))
      }
    }
    return secrets
  }

  /// Checks that others cannot remove or replace the path of such a file.
  private func checkConfiguration(naming key: String) throws(StartError) {
    guard let file else { return }
    do throws(ShortFileError) {
      try ShortFile.protectedPath(file)
    } catch {
      throw StartError(
        status: error.status, description: "\(file) names \(key), but \(error.reason(about: file))")
    }
  }
}
