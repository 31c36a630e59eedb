internal import BoardValues
internal import BoxWire
internal import Terminal
internal import UVLoop

/// Where the secret comes from with which a client logs in.
package enum SecretSource: Equatable, Sendable {
  /// The user types the password of this user.
  case prompt(name: String)
  /// A file with the password of this user; `-` is standard input.
  case passwordFile(name: String, String)
  /// A file with a token; `-` is standard input.
  case tokenFile(String)

  /// The path of the file; nil without one.
  private var file: String? {
    switch self {
    case .prompt: nil
    case .passwordFile(_, let file), .tokenFile(let file): file
    }
  }

  package var isStandardInput: Bool { file == "-" }

  /// Whether the secret can be read a second time without the user.
  @LoopActor
  var isRepeatable: Bool {
    get async {
      guard let file else { return false }
      return await SecretFile.isRepeatable(file)
    }
  }

  /// The option with the file.
  package var option: String {
    if case .tokenFile = self { "--token-file" } else { "--password-file" }
  }

  /// Reads the secret.
  ///
  /// - Parameter limit: the time in which a pipe must end.
  /// - Returns: the parameters of `session.login`.
  @LoopActor
  func parameters(within limit: Duration) async throws(Failure) -> Parameters {
    switch self {
    case .prompt(let name):
      Parameters([
        .name: JSONText(name), .password: JSONText(try await Self.password(of: name)),
      ])
    case .passwordFile(let name, let file):
      Parameters([
        .name: JSONText(name), .password: JSONText(try await Self.secret(in: file, limit)),
      ])
    case .tokenFile(let file):
      Parameters([.token: JSONText(try await Self.secret(in: file, limit))])
    }
  }

  @LoopActor
  private static func password(of name: String) async throws(Failure) -> String {
    do throws(LoopError) {
      let password = try await SecretPrompt.ask("Password of \(name.printable.excerpt): ")
      if let password { return password }
    } catch {
      throw .usage(
        "there is no terminal to ask for the password on; give it with --password-file",
        command: nil)
    }
    throw .nothingDone("no password was given; nothing was done")
  }

  @LoopActor
  private static func secret(
    in file: String, _ limit: Duration
  ) async throws(Failure) -> String {
    do throws(SecretFileError) {
      return try await SecretFile.read(file, within: limit)
    } catch {
      throw .secretFile(file, error)
    }
  }
}
