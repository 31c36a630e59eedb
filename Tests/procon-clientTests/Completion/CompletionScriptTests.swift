import ArgumentParser
import Testing

@testable import procon_client

struct CompletionScriptTests {
  @Test(arguments: [CompletionShell.bash, .zsh])
  func `the scripts for bash and zsh are extended`(shell: CompletionShell) throws {
    let generated = ProconClient.completionScript(for: shell)
    let script = try #require(CompletionScript(generated: generated, of: .full))
    #expect(script.text.count > generated.count)
    #expect(script.text.hasPrefix(generated.prefix(100)))
  }

  @Test func `other texts are unchanged`() {
    for text in ["", "#!/bin/sh\n", "OVERVIEW", ProconClient.completionScript(for: .fish)] {
      #expect(CompletionScript(generated: text, of: .full) == nil)
    }
  }
}
