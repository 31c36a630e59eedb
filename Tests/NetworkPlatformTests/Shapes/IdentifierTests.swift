import Domain
import Expectations
import LoopHTTP
import Testing

@testable import NetworkPlatform

struct IdentifierTests {
  @Test(arguments: ["1", "ai", "A_b-9", String(repeating: "a", count: 64)])
  func `a name that can be a segment is its own segment`(name: String) {
    expect(Identifier(name)?.segment, equals: name)
  }

  @Test(arguments: [
    "...", ".a", "a b", "é", "e\u{301}", "👩‍🚀", "a.b", "\u{0}", "create", "id_", "id_YS9i",
    "idx_", "idx_0123456789abcdef0123456789abcdef", String(repeating: "é", count: 22),
  ])
  func `any other name is encoded as a segment, reversibly`(name: String) throws {
    let identifier = try require(Identifier(name))
    expect(Topic.isID(identifier.segment))
    expect(identifier.segment != name)
    expect(!Topic.isReserved(identifier.segment))
    expect(try require(Identifier(segment: identifier.segment)), equals: identifier)
  }

  @Test(arguments: [
    "", ".", "..", "/", "a/b", "../x", "a\\b", "a/", String(repeating: "/", count: 99),
  ])
  func `a name that could lead elsewhere is not an identifier`(name: String) {
    expect(Identifier(name) == nil)
    expect(Identifier(segment: "id_" + Base64URL.encode(name.utf8)) == nil)
  }

  @Test(arguments: ["", "..", "a/b", "id_", "id_Li4", "id_?", "idx_0123", "a b", "create/../x"])
  func `what is requested and cannot exist has a name that leads to nothing`(id: String) {
    let identifier = Identifier(requested: id)
    expect(identifier.segment, equals: id)
    expect(Topic.isID(identifier.name))
    expect(Identifier(identifier.name)?.segment != id)
  }

  @Test func `a long name has a fingerprint, which is found in lists only`() {
    let names =
      (1...3).map { String(repeating: "a", count: 64 + $0) } + [
        String(repeating: ".", count: 46)
      ]
    let segments = names.compactMap { Identifier($0)?.segment }
    expect(Set(segments).count, equals: 4)
    for segment in segments {
      expect(Topic.isID(segment))
      expect(Identifier(segment: segment) == nil)
    }
  }

  @Test func `names that differ only in normalization are different`() {
    expect(Identifier("é") != Identifier("e\u{301}"))
    expect(Identifier("é")?.segment != Identifier("e\u{301}")?.segment)
  }

  @Test(arguments: ["id_?", "id_A", "id_YR", "id__w", "a/b", "", "id_YQ"])
  func `a segment that no name has is not an identifier`(segment: String) {
    expect(Identifier(segment: segment) == nil)
  }

  @Test(arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar", "\u{FB}\u{FF}"])
  func `base64url is decoded as it was encoded`(text: String) throws {
    let encoded = Base64URL.encode(text.utf8)
    expect(encoded.utf8.allSatisfy { Topic.isID(String(Unicode.Scalar($0))) })
    expect(try require(Base64URL.decode(encoded)), equals: Array(text.utf8))
  }

  @Test func `fingerprints are those of the algorithm`() {
    // Test vectors of FNV-1a with 128 bits.
    expect(Digest.of("".utf8), equals: "6c62272e07bb014262b821756295c58d")
    expect(Digest.of("a".utf8), equals: "d228cb696f1a8caf78912b704e4a8964")
    expect(Digest.of("foobar".utf8), equals: "343e1662793c64bf6f0d3597ba446f18")
  }
}
