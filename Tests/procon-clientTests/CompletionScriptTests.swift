import ArgumentParser
import Testing

@testable import procon_client

struct CompletionScriptTests {
  @Test(arguments: [CompletionShell.bash, .zsh])
  func `what the shell needs beside it is added`(shell: CompletionShell) throws {
    let generated = ProconClient.completionScript(for: shell)
    let script = try #require(CompletionScript(generated: generated))
    #expect(script.text.count > generated.count)
    #expect(script.text.hasPrefix(generated.prefix(100)))
  }

  @Test func `what needs nothing is left alone`() {
    for text in ["", "#!/bin/sh\n", "OVERVIEW", ProconClient.completionScript(for: .fish)] {
      #expect(CompletionScript(generated: text) == nil)
    }
  }
}
