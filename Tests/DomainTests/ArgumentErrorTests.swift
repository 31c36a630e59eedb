import Domain
import Testing

struct ArgumentErrorTests {
  @Test(arguments: [
    (
      ArgumentError.invalid(member: "text", reason: "text must not be empty"),
      "text must not be empty"
    ),
    (.duplicate(text: "No breaks"), "\"No breaks\" is already there"),
    (.notFound(id: "7"), "there is no argument 7"),
    (.full(limit: 1000), "there are already 1000 arguments, no more fit"),
    (.noTopic(id: "none"), "there is no topic none"),
    (.store(message: "the disk is full"), "the disk is full"),
  ])
  func `every error has a sentence for a person`(error: ArgumentError, sentence: String) {
    #expect(error.message == sentence)
  }
}
