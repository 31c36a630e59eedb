package import ArgumentParser
package import BoxClient

/// The options of every command that needs a daemon.
package struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The daemon's socket; never start a daemon. (environment: PROCON_SOCKET; default: that of your"
        + " own daemon if you have one, or else of the system's)",
      valueName: "path"), completion: .file())
  package var socket: String?

  @Flag(help: "Do not start your own daemon if it is not running.")
  package var noStart = false

  @Flag(name: .shortAndLong, help: "Report on standard error which daemon is used.")
  package var verbose = false

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

  @Option(help: "Colour the output; auto colours it on terminals unless NO_COLOR is set.")
  package var color = ColorChoice.auto

  /// The socket of the daemon to use.
  package var place: DaemonPlace {
    get throws(Failure) {
      if let socket { return DaemonPlace(socket) }
      do throws(ConnectError) {
        return try .standard
      } catch {
        throw .unconnected(error)
      }
    }
  }

  package init() {}

  package func validate() throws {
    if socket == "" { throw ValidationError("--socket needs a path") }
    guard tokenFile == nil || (login == nil && passwordFile == nil) else {
      throw ValidationError("a token says who you are: leave out --login and --password-file")
    }
    guard passwordFile == nil || login != nil else {
      throw ValidationError("--password-file needs --login with the name of the user")
    }
    if login == "" { throw ValidationError("--login needs a name") }
  }
}

extension CommonOptions {
  /// What to log in with; nil without the options.
  package var secret: SecretSource? {
    if let tokenFile { return .tokenFile(tokenFile) }
    return login.map { name in
      passwordFile.map { .passwordFile(name: name, $0) } ?? .prompt(name: name)
    }
  }

  /// The words of a command line with these options.
  package var words: [String] {
    let values = [
      ("--socket", socket), ("--login", login), ("--password-file", passwordFile),
      ("--token-file", tokenFile), ("--color", color.rawValue),
    ]
    return values.flatMap { name, value in value.map { [name, $0] } ?? [] }
      + (noStart ? ["--no-start"] : []) + (verbose ? ["--verbose"] : [])
  }

  /// Refuses a secret on standard input, for a program that reads it itself.
  package func leaveStandardInput() throws(ValidationError) {
    guard let secret, secret.isStandardInput else { return }
    throw ValidationError(
      "this command reads standard input itself; name a file with \(secret.option)")
  }

  /// The names of the options for logging in.
  package static let loginNames = ["--login", "--password-file", "--token-file"]
}
