import Application
import Domain
import Expectations
import Testing

struct ErrorMessageTests {
  @Test(arguments: [
    (BoardError.invalid(.text(.empty)), "text must not be empty"),
    (
      .invalid(.text(.tooManyCharacters(501))),
      "text must be at most 500 characters and 2048 bytes long"
    ),
    (
      .invalid(.text(.tooManyBytes(2049))),
      "text must be at most 500 characters and 2048 bytes long"
    ),
    (.invalid(.text(.controlCharacter)), "text must not contain control characters or line breaks"),
    (
      .invalid(.text(.bidirectionalControl)),
      "text must not contain bidirectional embeddings, overrides or isolates"
    ),
    (.invalid(.weightOutOfRange(6)), "weight must be from 1 to 5"),
    (.invalid(.nothingToChange), "a change needs something that is to change"),
    (
      .invalid(.author),
      "author must be at most 100 characters and 400 bytes long, on one line, without control"
        + " characters"
    ),
    (.duplicate(text: "No breaks"), "\"No breaks\" is already there"),
    (.notFound(id: "7"), "there is no argument 7"),
    (.changed(id: "7", updated: start), "argument 7 was changed at \(startText)"),
    (.superseded, "your last change cannot be undone: something newer depends on it"),
    (.noHistory, "this store keeps no history; use the version control of its directory"),
    (.full(limit: 999), "this side already has the maximum of 999 arguments"),
    (.full(limit: 1000), "this side already has the maximum of 1,000 arguments"),
    (.full(limit: 1_020_003), "this side already has the maximum of 1,020,003 arguments"),
    (.noTopic(id: "none"), "there is no topic none"),
    (.store(.full), "the store is full"),
  ])
  func `every error about arguments has a sentence for people`(
    error: BoardError, sentence: String
  ) {
    expect(error.message, equals: sentence)
  }

  @Test(arguments: [
    (PostError.invalid(.title(.empty)), "title must not be empty"),
    (
      .invalid(.title(.tooManyBytes(801))),
      "title must be at most 200 characters and 800 bytes long"
    ),
    (.invalid(.content(.empty)), "content must not be empty"),
    (.invalid(.content(.tooManyBytes(65_537))), "content must be at most 65,536 bytes long"),
    (
      .invalid(.content(.controlCharacter)),
      "content must not contain control characters other than line breaks and tabs"
    ),
    (.invalid(.nothingToChange), "an edit needs a title or a content"),
    (.notFound(id: "7"), "there is no post 7"),
    (.changed(id: "7", updated: start), "post 7 was changed at \(startText)"),
    (.superseded, "your last change cannot be undone: something newer depends on it"),
    (.full(limit: 10_000), "this topic already has the maximum of 10,000 posts"),
    (.noTopic(id: "none"), "there is no topic none"),
    (.store(.full), "the store is full"),
  ])
  func `every error about posts has a sentence for people`(error: PostError, sentence: String) {
    expect(error.message, equals: sentence)
  }

  @Test(arguments: [
    (UndoError.nothingToUndo, "you have no change to undo"),
    (.board(.store(.full)), "the store is full"), (.post(.store(.full)), "the store is full"),
  ])
  func `every error about undo has a sentence for people`(
    error: UndoError, sentence: String
  ) {
    expect(error.message, equals: sentence)
  }

  @Test(arguments: [
    (TopicError.invalid(.empty), "title must not be empty"),
    (
      .invalid(.tooManyCharacters(121)), "title must be at most 120 characters and 480 bytes long"
    ),
    (.invalid(.tooManyBytes(481)), "title must be at most 120 characters and 480 bytes long"),
    (.invalid(.controlCharacter), "title must not contain control characters or line breaks"),
    (.invalid(.hiddenCharacter("\u{200B}")), "title must not contain U+200B, which cannot be seen"),
    (.invalid(.hiddenCharacter("\u{AD}")), "title must not contain U+00AD, which cannot be seen"),
    (.notFound(id: "none"), "there is no topic none"),
    (
      .changed(title: "AI", updated: Timestamp(millisecondsSince1970: 0)),
      "the title was changed to \"AI\" at 1970-01-01T00:00:00.000Z"
    ),
    (.full(limit: 10_000), "there are already 10,000 topics, the maximum; remove one first"),
    (.store(.full), "the store is full"),
  ])
  func `every error about topics has a sentence for people`(
    error: TopicError, sentence: String
  ) {
    expect(error.message, equals: sentence)
  }

  @Test(arguments: [
    (StoreError.full, "the store is full"),
    (.unavailable(reason: "Permission denied"), "the store is not available: Permission denied"),
    (.damaged(place: "topics.txt, line 3"), "the store is damaged: topics.txt, line 3"),
    (.readOnly, "the store does not accept this change; it may be read-only"),
    (.conflict, "others keep changing the same part of the store; try again"),
  ])
  func `every error about a store has a sentence for people`(error: StoreError, sentence: String) {
    expect(error.message, equals: sentence)
    expect(TopicError.store(error).message, equals: sentence)
  }
}
