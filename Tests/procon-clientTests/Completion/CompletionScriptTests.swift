import ArgumentParser
import Expectations
import Testing

@testable import TerminalClient
@testable import procon_client

struct CompletionScriptTests {
  @Test(arguments: [CompletionShell.bash, .zsh, .fish])
  func `the script of each shell is extended`(shell: CompletionShell) throws {
    let generated = ProconClient.completionScript(for: shell)
    let script = try require(CompletionScript(generated: generated, of: .client))
    expect(script.text.count > generated.count)
    expect(script.text.hasPrefix(generated.prefix(100)))
  }

  @Test(arguments: [("board lines", #"board\t lines\t"#), ("", ""), ("(names)", "(names)")])
  func `fish shows no description of a value`(values: String, result: String) throws {
    let begin = "function __procon_should_offer_"
    let generated = "\(begin)\ncomplete -l 'format' -d 'Help.' -rfka '\(values)'"
    let script = try require(
      CompletionScript(generated: generated, of: .short))
    expect(script.text, equals: "\(begin)\ncomplete -l 'format' -d 'Help.' -rfka '\(result)'")
  }

  @Test func `other texts are unchanged`() {
    for text in ["", "#!/bin/sh\n", "OVERVIEW", "function other"] {
      expect(CompletionScript(generated: text, of: .client) == nil)
    }
  }
}
