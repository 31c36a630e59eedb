import BoardValues
import BoxClient
import BoxWire
import Expectations
import TerminalClient
import Testing

@testable import procon_tui

/// Forms for which some parameters are given.
struct IntentFormTests {
  private func intent() throws -> SceneIntent {
    let parameters: [JSONText] = [
      ["name": "id", "required": true, "schema": ["type": "string"]],
      ["name": "text", "schema": ["type": "string", "minLength": 1]],
      ["name": "assignee", "schema": ["type": "string"]],
      ["name": "ifUpdated", "schema": ["type": "string"]],
    ]
    let path = try require(Path("topics.ai.todos.change"))
    return SceneIntent(
      path, named: "todos.change", ["params": JSONText(elements: parameters)], nil)
  }

  private func form(asking: [ParameterName]?, given: Parameters) throws -> IntentForm {
    IntentForm(try intent(), in: nil, asking: asking, given: given) {
      [.text: "First", .assignee: "bob"][$0]
    }
  }

  @Test func `what is given is not asked for`() throws {
    let given = Parameters([.id: "3"])
    expect(
      try form(asking: nil, given: given).parameters.map(\.name), equals: ["text", "assignee"])
    var form = try form(asking: [.text], given: given)
    expect(form.parameters.map(\.name), equals: ["text"])
    expect(form.field().text, equals: "First")
    expect(
      form.submit("Next").call?.parameters.json.description, equals: #"{"id":"3","text":"Next"}"#)
  }

  @Test func `a text that was there is taken away by an empty one, if that is allowed`() throws {
    var form = try form(asking: [.text, .assignee, .ifUpdated], given: Parameters([.id: "3"]))
    _ = form.submit("")
    _ = form.submit("")
    expect(form.submit("").call?.parameters.json.description, equals: #"{"id":"3","assignee":""}"#)
  }

  @Test func `a form can be saved after a conflict`() throws {
    var form = try form(asking: [.text], given: Parameters([.id: "3", .ifUpdated: "2026-11-26"]))
    let first = form.submit("Next").call?.parameters.json.description
    expect(first, equals: #"{"id":"3","ifUpdated":"2026-11-26","text":"Next"}"#)
    let isOther = form.overwrite()
    expect(isOther)
    expect(
      form.submit("Next").call?.parameters.json.description, equals: #"{"id":"3","text":"Next"}"#)
    let isOtherAgain = form.overwrite()
    expect(!isOtherAgain)
  }
}
