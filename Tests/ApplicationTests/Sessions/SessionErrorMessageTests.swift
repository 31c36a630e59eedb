import Application
import Domain
import Expectations
import Testing

struct SessionErrorMessageTests {
  @Test(arguments: [
    (LogInError.refused, "the name or the password is wrong, or the token is not valid"),
    (.busy, "another attempt to log in is in progress"),
    (
      .tooEarly(retryAfter: .milliseconds(900)),
      "too many attempts to log in; try again in 1 second"
    ),
    (
      .tooEarly(retryAfter: .milliseconds(1001)),
      "too many attempts to log in; try again in 2 seconds"
    ),
    (.tooEarly(retryAfter: .seconds(60)), "too many attempts to log in; try again in 60 seconds"),
    (
      .unavailable(.unavailable(reason: "Permission denied")),
      "nobody can log in now: the store is not available: Permission denied"
    ),
  ])
  func `every error about logging in has a sentence for people`(
    error: LogInError, sentence: String
  ) {
    expect(error.message, equals: sentence)
  }

  @Test(arguments: [
    (RouteError.notAllowed(path: "topics.ai"), "you may not read topics.ai"),
    (.nothingReadable, "you may not read any list of topics"),
    (.unknown(path: "topics.none"), "there is no topic topics.none"),
    (.noPost(id: "7", at: "topics.ai"), "there is no post 7 in topics.ai"),
    (
      .full(limit: 16),
      "there are already 16 scenes on top of each other, the maximum; dismiss one first"
    ),
    (.draftOpen, "another draft is open; save or cancel it first"),
    (.postEdited, "a post is being edited; save or cancel the changes first"),
    (.superseded, "another scene was requested in the meantime"),
    (.store(.full), "the store is full"),
  ])
  func `every error about a route has a sentence for people`(error: RouteError, sentence: String) {
    expect(error.message, equals: sentence)
  }

  @Test(arguments: [
    (WritingError.noDraft, "there is no draft"),
    (.noPost, "there is no post"),
    (.notEditing, "the post is not being edited"),
    (.busy, "the post is still being saved or deleted"),
    (.tooLong(.title, limit: 1600), "title must be at most 1,600 bytes long"),
    (.notAllowed(intent: "topics.ai.posts.edit"), "you may not call topics.ai.posts.edit"),
    (
      .conflict(authors: [], updated: start),
      "the post was changed at \(startText); save again to replace that version"
    ),
    (
      .conflict(authors: ["bob"], updated: start),
      "bob changed the post; save again to replace that version"
    ),
    (
      .conflict(authors: ["bob", "eve", "dan"], updated: start),
      "bob, eve and dan changed the post; save again to replace that version"
    ),
    (
      .conflict(authors: ["bob", "eve", "dan", "ann", "joe"], updated: start),
      "bob, eve, dan and others changed the post; save again to replace that version"
    ),
    (.post(.invalid(.title(.empty))), "title must not be empty"),
  ])
  func `every error about writing has a sentence for people`(
    error: WritingError, sentence: String
  ) {
    expect(error.message, equals: sentence)
  }
}
