import Testing

@testable import procon_manual

struct RoffTests {
  @Test func `nothing in a text is taken for a request`() {
    #expect(Roff.text([.text(".Sh\n'br\n a.b")]) == "\\&.Sh\n\\(aqbr\n a.b")
    #expect(Roff.text([.code(".x")], canBreak: false) == "\\&.x")
    #expect(Roff.text([.text(#"a\fBb"#)]) == #"a\efBb"#)
  }

  @Test func `signs that roff draws otherwise are shown as they are`() {
    #expect(Roff.text([.text("'a' `b` ^ ~")]) == #"\(aqa\(aq \(gab\(ga \(ha \(ti"#)
    #expect(Roff.text([.text("…")]) == #"\[u2026]"#)
    #expect(Roff.text([.text("😀")]) == #"\[u1F600]"#)
  }

  @Test func `a dash of an option is none between words`() {
    #expect(Roff.text([.text("up-to-date --if-revision -x")]) == #"up-to-date \-\-if-revision \-x"#)
    #expect(Roff.text([.code("a-b")]) == #"\fBa\-b\fR"#)
  }

  @Test func `code may be broken behind commas and braces`() {
    #expect(Roff.text([.code(#"{"a":1,"b":2}"#)]) == #"\fB{\:"a":1,\:"b":2}\fR"#)
  }

  @Test func `an argument of a macro is one, whatever is in it`() {
    #expect(Roff.argument([.text(#"a "b" c"#)]) == #""a \(dqb\(dq c""#)
  }
}
