import BoxClient
import BoxWire
import Expectations
import Testing

@testable import procon_client

struct AlertTests {
  @Test func `a box named isErrorFree whose status is false has an alert`() throws {
    let failure = #"{"status":false,"message":"gone"}"#
    expect(try alert("topics.ai.pros.isErrorFree", failure), equals: "gone")
    expect(try alert("isErrorFree", failure), equals: "gone")
  }

  @Test func `without a message the alert is empty`() throws {
    expect(try alert("a.isErrorFree", #"{"status":false,"message":null}"#), equals: "")
    expect(try alert("a.isErrorFree", #"{"status":false}"#), equals: "")
  }

  @Test(arguments: [
    ("a.isErrorFree", #"{"status":true,"message":"old"}"#),
    ("a.isErrorFree", #"{"message":"x"}"#), ("a.isErrorFree", "false"),
    ("a.isErrorFree.b", #"{"status":false}"#), ("a.notIsErrorFree", #"{"status":false}"#),
  ])
  func `other boxes have no alert`(path: String, json: String) throws {
    expect(try alert(path, json) == nil)
  }

  private func alert(_ path: String, _ json: String) throws -> String? {
    Alert(path: path, value: try JSONText(parsing: json.utf8))?.message
  }
}
