package import ArgumentParser

/// The options for logging in.
package struct LoginOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Log in as this user; the password is asked for on the terminal.", valueName: "name"))
  package var login: String?

  @Option(
    help: ArgumentHelp(
      "Read the password for --login from this file or pipe: its only line. Other users must not be"
        + " able to read it; - is standard input, unless the command reads it itself, as procon-tui"
        + " does.",
      valueName: "file"), completion: .file())
  package var passwordFile: String?

  @Option(
    help: ArgumentHelp(
      "Log in with a token, the only line of this file or pipe, likewise.", valueName: "file"),
    completion: .file())
  package var tokenFile: String?

  package init() {}

  package func validate() throws {
    guard tokenFile == nil || (login == nil && passwordFile == nil) else {
      throw ValidationError("a token says who you are: leave out --login and --password-file")
    }
    guard passwordFile == nil || login != nil else {
      throw ValidationError("--password-file needs --login with the name of the user")
    }
    if login == "" { throw ValidationError("--login needs a name") }
  }

  /// nil without the options.
  package var source: SecretSource? {
    if let tokenFile { return .tokenFile(tokenFile) }
    return login.map { name in
      passwordFile.map { .passwordFile(name: name, $0) } ?? .prompt(name: name)
    }
  }

  /// Refuses a secret on standard input, for a program that reads it itself.
  package func leaveStandardInput() throws(ValidationError) {
    guard let source, source.isStandardInput else { return }
    throw ValidationError(
      "this command reads standard input itself; name a file with \(source.option)")
  }

  /// The names of the options.
  package static let names = ["--login", "--password-file", "--token-file"]
}
