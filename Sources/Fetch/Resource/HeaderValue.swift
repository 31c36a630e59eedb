/// The value of a header field.
public enum HeaderValue: Hashable, Sendable {
  /// The value itself. It becomes part of keys, so it must not be a secret.
  case text(String)
  /// The path of a file that contains the value, such as a token. The service connection reads it
  /// for each request. Keys contain this path and never the value.
  case file(path: String)
}
