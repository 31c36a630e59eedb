/// What the page of a program says that `--help` has no room for.
struct Supplement {
  /// The environment, in order of name.
  let variables: [(name: String, text: String)]
  let files: [(name: String, text: String)]
  let examples: [(text: String, lines: [String])]
  /// Other pages, in order of section and name.
  let seeAlso: [(name: String, section: Int)]
}
