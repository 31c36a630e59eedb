import Testing

@testable import procon_manual

struct PageTests {
  @Test(arguments: ["", "[]", "{}", #"{"serializationVersion":1,"command":{"commandName":"x"}}"#])
  func `what is no dump is refused`(input: String) {
    for page in [PageName.procond, .proconClient] {
      #expect(throws: HelpError.noDump) { try page.text(from: input, date: "") }
    }
  }

  @Test(arguments: ["", "text", "# Title", "## Section"])
  func `what is not the protocol's text is refused`(input: String) {
    #expect(throws: HelpError.noProtocol) {
      try PageName.proconProtocol.text(from: input, date: "")
    }
  }

  @Test func `a program's options are named with their values and defaults`() throws {
    let dump = #"""
      {"serializationVersion":0,"command":{"commandName":"procond","abstract":"Does it.",
      "discussion":"First.\n\nExit status: 0 done.","arguments":[
      {"kind":"option","names":[{"kind":"long","name":"log-level"}],"valueName":"level",
      "isOptional":true,"abstract":"How much.","allValues":["a","b"],"defaultValue":"a"},
      {"kind":"flag","names":[{"kind":"long","name":"hidden"}],"shouldDisplay":false}]}}
      """#
    let page = try PageName.procond.text(from: dump, date: "November 21, 2026")
    #expect(page.hasPrefix(".Dd November 21, 2026\n.Dt PROCOND 8\n.Os procon\n.nh\n.Sh NAME\n"))
    #expect(page.contains("\n.Nd does it\n"))
    #expect(page.contains("\n.Op Fl \\-log-level Ar level\n"))
    #expect(page.contains("\n.It Fl \\-log-level Ar level\nHow much. (values: a, b; default: a)\n"))
    #expect(page.contains("\n.Sh DESCRIPTION\nFirst.\n"))
    #expect(page.contains("\n.Sh EXIT STATUS\nExit status: 0 done.\n"))
    #expect(!page.contains("hidden"))
  }
}
