import ArgumentParser
import Testing

@testable import procon_client

struct CompletionScriptTests {
  @Test(arguments: [CompletionShell.bash, .zsh])
  func `additions are made to the scripts for bash and zsh`(shell: CompletionShell) throws {
    let generated = ProconClient.completionScript(for: shell)
    let script = try #require(CompletionScript(generated: generated))
    #expect(script.text.count > generated.count)
    #expect(script.text.hasPrefix(generated.prefix(100)))
  }

  @Test func `other texts are not changed`() {
    for text in ["", "#!/bin/sh\n", "OVERVIEW", ProconClient.completionScript(for: .fish)] {
      #expect(CompletionScript(generated: text) == nil)
    }
  }
}
