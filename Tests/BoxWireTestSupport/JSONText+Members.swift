package import BoxWire

extension JSONText {
  /// The member of a member, as in `line["params", "revision"]`; nil when any of them is missing.
  package subscript(first: String, second: String, rest: String...) -> JSONText? {
    rest.reduce(self[first]?[second]) { $0?[$1] }
  }

  /// The names of an object's members, sorted; none for what is not an object.
  package var names: [String] { (members ?? []).map(\.name).sorted() }

  var isResponse: Bool {
    self["id"] != nil || bytes.first == UInt8(ascii: "[")
  }

  /// The code of a response's error; nil when it has none.
  package var errorCode: Int? { self["error", "code"]?.integer }

  /// The fact in a response's error, such as `{"member":"text"}`; nil when it has none.
  package var errorData: String? { self["error", "data"]?.description }
}
