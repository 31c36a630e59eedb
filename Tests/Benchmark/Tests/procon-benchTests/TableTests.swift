import Testing

@testable import procon_bench

@Suite struct TableTests {
  @Test func `columns are as wide as their widest cell`() {
    var table = Table(["n", "server", "µs"], left: ["server"])
    table.add(["1", "redis", "12,300"])
    table.add([])
    table.add(["1000", "a", "-"])
    #expect(
      table.text == """
           n  server      µs
           1  redis   12,300

        1000  a            -

        """)
  }

  @Test func `no line ends with a space`() {
    var table = Table(["a", "bcd"], left: ["a", "bcd"])
    table.add(["x", "y"])
    #expect(table.text == "a  bcd\nx  y\n")
  }

  @Test(arguments: [
    (0, "0"), (0.012345, "0.0123"), (0.09996, "0.100"), (4.5678, "4.57"), (9.999, "10.0"),
    (12.34, "12.3"), (123.4, "123"), (12_345, "12,300"), (1_234_567, "1,230,000"), (-4.5, "-4.50"),
  ])
  func `a number is shown with three significant digits`(number: Double, text: String) {
    #expect(NumberText.short(number) == text)
  }

  @Test func `thousands are separated`() {
    #expect(NumberText.whole(999.6) == "1,000")
    #expect(NumberText.whole(123) == "123")
    #expect(NumberText.whole(1_234_567) == "1,234,567")
    #expect(NumberText.whole(-1000) == "-1,000")
    #expect(NumberText.whole(-0.4) == "0")
  }
}
