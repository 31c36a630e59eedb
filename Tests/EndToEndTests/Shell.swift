import Testing

/// A shell that completion supports.
enum Shell: String, CaseIterable, CustomTestStringConvertible {
  case bash
  case zsh
  case fish

  var testDescription: String { rawValue }

  /// Commands that load the scripts in `functions`, and print a prompt when the shell waits for input.
  ///
  /// - Parameter alias: what the word `p` stands for; nil for nothing.
  func configuration(home: String, alias: String?) -> String {
    let alias = alias.map { "alias p=\"\($0)\"" } ?? ":"
    let completion =
      switch self {
      case .bash: "source \(home)/functions/*; PS1=\"ready> \""
      case .zsh:
        "fpath=(\(home)/functions $fpath); autoload -U compinit; compinit -u -D; PS1=\"ready> \""
      case .fish:
        "source \(home)/functions/*; function fish_prompt; echo -n \"ready> \"; end"
      }
    return "\(alias); \(completion)"
  }

  /// Where the completion script of a command is installed, below the prefix.
  func installedScript(of command: String) -> String {
    switch self {
    case .bash: "share/bash-completion/completions/\(command)"
    case .zsh: "share/zsh/site-functions/_\(command)"
    case .fish: "share/fish/vendor_completions.d/\(command).fish"
    }
  }

  /// The key between two presses of Tab when the first one found nothing. In bash, a second Tab in
  /// a row only lists candidates, so this is the key to the end of the line.
  var keyBetweenTabs: String { self == .bash ? "\u{5}" : "" }

  /// The command that starts the shell interactively.
  func command(home: String) -> [String] {
    switch self {
    case .bash: ["bash", "--noprofile", "--rcfile", "\(home)/.zshrc", "-i"]
    case .zsh: ["zsh", "-i"]
    case .fish: ["fish", "--no-config", "-C", "source \(home)/.zshrc", "-i"]
    }
  }
}
