import Testing

/// A shell that completion supports.
enum Shell: String, CaseIterable, CustomTestStringConvertible {
  case bash
  case zsh
  case fish

  var testDescription: String { rawValue }

  /// Commands that load the script, and print a prompt when the shell waits for input.
  func configuration(home: String) -> String {
    switch self {
    case .bash: "source \(home)/functions/_procon-client; PS1=\"ready> \""
    case .zsh:
      "fpath=(\(home)/functions $fpath); autoload -U compinit; compinit -u -D; PS1=\"ready> \""
    case .fish:
      "source \(home)/functions/_procon-client; function fish_prompt; echo -n \"ready> \"; end"
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
