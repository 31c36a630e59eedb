package import BoxWire

extension JSONText {
  /// A nested member, as in `line["params", "revision"]`; nil if any of them is missing.
  package subscript(first: String, second: String, rest: String...) -> JSONText? {
    rest.reduce(self[first]?[second]) { $0?[$1] }
  }

  /// The sorted names of an object's members; empty if this is not an object.
  package var names: [String] { (members ?? []).map(\.name).sorted() }

  var isResponse: Bool {
    self["id"] != nil || bytes.first == UInt8(ascii: "[")
  }

  /// The error code of a response; nil if it is not an error.
  package var errorCode: Int? { self["error", "code"]?.integer }

  /// The fact in a response's error, such as `{"member":"text"}`; nil if there is none.
  package var errorData: String? { self["error", "data"]?.description }
}
