/// Lines that carry nothing: answers of the floor.
struct LineFraming: Framing {
  func first(in bytes: UnsafeRawBufferPointer) throws(Failure) -> Frame? {
    bytes.firstIndex(of: 0x0A).map { Frame(length: $0 + 1) }
  }
}
