import BoxWire
import Testing

@testable import procon_client

struct ParameterCompletionTests {
  /// Parameters as described by rpc.discover.
  private let parameters: [JSONText]

  init() throws {
    let text = #"""
      [{"name":"text","schema":{"type":"string"}},{"name":"loud","schema":{"type":"boolean"}},
      {"name":"side","schema":{"enum":["pro","con","$(reboot)"]}},{"name":"$(reboot)"},{}]
      """#
    parameters = try #require(try JSONText(parsing: text.utf8).elements)
  }

  private func candidates(_ words: String...) -> [String] {
    let line = ["procon-client", "call", "topics.ai.pros.add"] + words
    let word = CompletedWord(line, at: line.count - 1, prefix: words.last ?? "")
    return ParameterCompletion(of: word).candidates(among: parameters)
  }

  @Test func `names are offered with an equals sign`() {
    #expect(candidates("") == ["text=", "loud=", "side="])
    #expect(candidates("t") == ["text="])
    #expect(candidates("x") == [])
  }

  @Test func `a parameter on the command line is not offered again`() {
    #expect(candidates("text=x", "") == ["loud=", "side="])
    #expect(candidates("'text=x y'", "") == ["loud=", "side="])
  }

  @Test func `values that the schema lists are offered`() {
    #expect(candidates("loud=") == ["loud=false", "loud=true"])
    #expect(candidates("side=p") == ["side=pro"])
    #expect(candidates("text=") == [])
  }

  @Test func `names that a shell would expand are left out`() {
    #expect(candidates("$") == [])
    #expect(candidates("side=$") == [])
    #expect(candidates("side=") == ["side=pro", "side=con"])
  }
}
