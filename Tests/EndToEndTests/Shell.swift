import Testing

/// A shell that completion is for.
enum Shell: String, CaseIterable, CustomTestStringConvertible {
  case bash
  case zsh
  case fish

  var testDescription: String { rawValue }

  /// What makes it use the script, and say when it waits for a command.
  func configuration(home: String) -> String {
    switch self {
    case .bash: "source \(home)/functions/_procon-client; PS1=\"ready> \""
    case .zsh:
      "fpath=(\(home)/functions $fpath); autoload -U compinit; compinit -u -D; PS1=\"ready> \""
    case .fish:
      "source \(home)/functions/_procon-client; function fish_prompt; echo -n \"ready> \"; end"
    }
  }

  /// What is typed so that the next tabulator completes though the one before it found nothing: in
  /// bash, where the second in a row only lists what may stand there, the key to the line's end.
  var keyBetweenTabulators: String { self == .bash ? "\u{5}" : "" }

  /// Words that start it for a person.
  func command(home: String) -> [String] {
    switch self {
    case .bash: ["bash", "--noprofile", "--rcfile", "\(home)/.zshrc", "-i"]
    case .zsh: ["zsh", "-i"]
    case .fish: ["fish", "--no-config", "-C", "source \(home)/.zshrc", "-i"]
    }
  }
}
