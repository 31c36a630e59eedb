import BoxWire
import Expectations
import Testing

@testable import procon_client

struct CompletedWordTests {
  @Test func `an opening quote is ignored`() {
    for text in ["'topics.*.s", "\"topics.*.s"] {
      expect(CompletedWord(["p", "get", text], at: 2, prefix: text).text, equals: "topics.*.s")
    }
  }

  @Test func `the word ends at the cursor`() {
    expect(CompletedWord(["p", "get", "topics.ai"], at: 2, prefix: "top").text, equals: "top")
  }

  @Test func `in the middle of a line, the word at the cursor is completed`() {
    expect(CompletedWord(["p", "get", "top", "--once"], at: 2, prefix: "--o").text, equals: "top")
  }

  @Test func `an index below 0 means the first word`() {
    let word = CompletedWord(["p", "call", "a.b", "x="], at: -1, prefix: "")
    expect(word.intentBefore == nil)
    expect(!word.follows("x="))
  }

  @Test func `the socket is taken from the same command line`() {
    for words in [["--socket", "/s"], ["--socket=/s"], ["--socket", "'/s'"], ["--socket=\"/s\""]] {
      let word = CompletedWord(["p", "get", ""] + words, at: 2, prefix: "")
      expect(word.value(of: "--socket"), equals: "/s")
    }
    expect(
      CompletedWord(["p", "get", "--socket"], at: 2, prefix: "").value(of: "--socket") == nil)
  }

  @Test func `the intent is the first word after call that is not part of an option`() {
    let options = ["--socket", "a.sock", "--color", "never", "--timeout", "0.5"]
    let words = ["p", "call"] + options + ["a.b", "t=c.d", "x"]
    expect(CompletedWord(words, at: 10, prefix: "x").intentBefore?.text, equals: "a.b")
    let method = ["p", "call", "--no-start", "ping", ""]
    expect(CompletedWord(method, at: 4, prefix: "").intentBefore?.text, equals: "ping")
    expect(CompletedWord(["p", "call", "x"], at: 2, prefix: "x").intentBefore == nil)
  }
}
