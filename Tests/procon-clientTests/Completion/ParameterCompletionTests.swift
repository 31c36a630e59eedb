import BoxWire
import Expectations
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
    parameters = try require(try JSONText(parsing: text.utf8).elements)
  }

  private func candidates(_ words: String...) -> [String] {
    let line = ["procon-client", "call", "topics.ai.pros.add"] + words
    let word = CompletedWord(line, at: line.count - 1, prefix: words.last ?? "")
    return ParameterCompletion(of: word).candidates(among: parameters)
  }

  @Test func `names are offered with an equals sign`() {
    expect(candidates(""), equals: ["text=", "loud=", "side="])
    expect(candidates("t"), equals: ["text="])
    expect(candidates("x"), equals: [])
  }

  @Test func `a parameter on the command line is not offered again`() {
    expect(candidates("text=x", ""), equals: ["loud=", "side="])
    expect(candidates("'text=x y'", ""), equals: ["loud=", "side="])
  }

  @Test func `values that the schema lists are offered`() {
    expect(candidates("loud="), equals: ["loud=false", "loud=true"])
    expect(candidates("side=p"), equals: ["side=pro"])
    expect(candidates("text="), equals: [])
  }

  @Test func `names that a shell would expand are left out`() {
    expect(candidates("$"), equals: [])
    expect(candidates("side=$"), equals: [])
    expect(candidates("side="), equals: ["side=pro", "side=con"])
  }
}
