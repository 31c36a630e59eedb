internal import ArgumentParser

/// The options for logging in.
struct LoginOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Log in as this user; the password is asked for on the terminal.", valueName: "name"))
  var login: String?

  @Option(
    help: ArgumentHelp(
      "Read the password for --login from this file: its only line. Other users must not be able to"
        + " read the file; - is standard input.", valueName: "file"), completion: .file())
  var passwordFile: String?

  @Option(
    help: ArgumentHelp(
      "Log in with a token, the only line of this file, likewise.", valueName: "file"),
    completion: .file())
  var tokenFile: String?

  func validate() throws {
    guard tokenFile == nil || (login == nil && passwordFile == nil) else {
      throw ValidationError("a token says who you are: leave out --login and --password-file")
    }
    guard passwordFile == nil || login != nil else {
      throw ValidationError("--password-file needs --login with the name of the user")
    }
    if login == "" { throw ValidationError("--login needs a name") }
  }

  /// nil without the options.
  var source: SecretSource? {
    if let tokenFile { return .tokenFile(tokenFile) }
    return login.map { name in
      passwordFile.map { .passwordFile(name: name, $0) } ?? .prompt(name: name)
    }
  }

  /// The names of the options.
  static let names = ["--login", "--password-file", "--token-file"]
}
