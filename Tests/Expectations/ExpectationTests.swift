import Testing

@Suite struct ExpectationTests {
  @Test func `an expectation that is met records no issue`() throws {
    expect(1 < 2)
    expect([1], equals: [1])
    expect("a" as String?, equals: "a")
    try require(1 < 2)
    expect(try require(1 as Int?), equals: 1)
  }

  @Test func `an issue shows the source of the call and the values`() {
    let sum = 2
    withKnownIssue {
      expect(sum == 3)
    } matching: {
      $0.comments == ["      expect(sum == 3)"]
    }
    withKnownIssue {
      expect(sum, equals: 3, "a comment")
    } matching: {
      $0.comments == [
        """
              expect(sum, equals: 3, "a comment")
        is 2, not 3
        a comment
        """
      ]
    }
    withKnownIssue {
      expect(
        "\(sum)",
        equals: "3")
    } matching: {
      $0.comments == [
        """
              expect(
                "\\(sum)",
                equals: "3")
        is "2", not "3"
        """
      ]
    }
  }

  @Test func `an issue has the place of the call, or the one that is given`() {
    let here = #_sourceLocation
    withKnownIssue {
      expect(false)
      expect(false, sourceLocation: here)
      expect(1, equals: 2, sourceLocation: here)
    } matching: {
      [here.line, here.line + 2].contains($0.sourceLocation?.line)
    }
  }

  @Test func `a requirement that is not met ends the test`() {
    withKnownIssue {
      #expect(throws: UnmetRequirement.self) { try require(1 > 2) }
      #expect(throws: UnmetRequirement.self) { try require(nil as Int?) }
    } matching: {
      $0.comments.first?.rawValue.contains("try require(") == true
    }
  }
}
