/// A kind of scene that the protocol names, for which clients have views of their own.
package enum KnownScene: String, CaseIterable {
  case topics, board, posts, post, draft, login
}
