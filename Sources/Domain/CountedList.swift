/// Things in an order that people choose, with identifiers that count up from "1" and are never
/// used again.
public struct CountedList<Element: Counted>: Equatable, Sendable {
  /// In order.
  public private(set) var elements: [Element]
  /// The number of the newest identifier.
  public private(set) var lastID: Int

  /// Makes a list as stored by a platform. `lastID` is raised to the greatest number among the
  /// identifiers.
  public init(_ elements: [Element] = [], lastID: Int = 0) {
    self.elements = elements
    self.lastID = elements.reduce(CountedNumber.known(lastID)) {
      max($0, CountedNumber.known(Int($1.id)))
    }
  }

  /// The identifier of the next element.
  var nextID: String { String(lastID + 1) }

  /// nil if there is none.
  public subscript(id: String) -> Element? { elements.first { $0.id == id } }

  /// Throws the element's own error if there is none.
  func index(of id: String) throws(BoardError) -> Int {
    guard let index = elements.firstIndex(where: { $0.id == id }) else {
      throw Element.notFound(id)
    }
    return index
  }

  /// Returns an element with its index. Throws its own error if there is none, or `.changed`.
  ///
  /// - Parameter seen: the element's date as the author saw it; nil to accept any.
  func find(
    _ id: String, ifUpdated seen: Timestamp?
  ) throws(BoardError) -> (element: Element, index: Int) {
    let index = try index(of: id)
    let element = elements[index]
    guard seen == nil || seen == element.updated else {
      throw .changed(Element.part, id: id, updated: element.updated)
    }
    return (element, index)
  }

  /// Puts an element at an index, or at the end if there are fewer. Returns its index.
  @discardableResult
  mutating func insert(_ element: Element, at index: Int = .max) -> Int {
    let index = min(index, elements.count)
    elements.insert(element, at: index)
    lastID = max(lastID, CountedNumber.known(Int(element.id)))
    return index
  }

  /// Replaces the element with the same identifier.
  mutating func put(_ element: Element) {
    if let index = elements.firstIndex(where: { $0.id == element.id }) { elements[index] = element }
  }

  mutating func remove(at index: Int) -> Element { elements.remove(at: index) }

  /// Puts an element before another one, or at the end if `next` is nil. Returns its index before
  /// and after; nil if it is already there. Throws the element's own error if there is none.
  mutating func move(
    _ id: String, before next: String?
  ) throws(BoardError) -> (from: Int, to: Int)? {
    let from = try index(of: id)
    let place = try next.map { next throws(BoardError) in try index(of: next) } ?? elements.count
    // Before itself, or before the one that follows it.
    if place == from || place == from + 1 { return nil }
    let to = place > from ? place - 1 : place
    insert(remove(at: from), at: to)
    return (from, to)
  }
}

/// An element of a counted list.
public protocol Counted: Identifiable, Equatable, Sendable where ID == String {
  /// When it last changed.
  var updated: Timestamp { get }
  /// What it is in the words of an error.
  static var part: BoardError.Part { get }
  /// The error of a list that has none with this identifier.
  static func notFound(_ id: String) -> BoardError
}

extension Sequence {
  /// Numbers imported things: each keeps its identifier if that is such a number, and no earlier one
  /// has it.
  func identifiers(
    _ wanted: (Element) -> String?, in numbers: ClosedRange<Int> = CountedNumber.importedShort
  ) -> [String] {
    var taken: Set<String> = []
    var last = 0
    return map { element in
      let number = wanted(element).flatMap { Int($0) }.flatMap {
        numbers.contains($0) ? $0 : nil
      }
      let kept = number.map(String.init).flatMap { taken.contains($0) ? nil : $0 }
      let id = kept ?? String(last + 1)
      taken.insert(id)
      last = Swift.max(last, Int(id) ?? 0)
      return id
    }
  }
}

/// The numbers of identifiers.
enum CountedNumber {
  /// Those that an import keeps: far more than anyone adds.
  static let imported = 1...99_999_999

  /// Those of lists whose numbers are part of paths: with one digit less than they may have.
  static let importedShort = 1...9_999_999

  /// Returns a number of a store, after which counting continues; 0 if it is out of all proportion, as
  /// that of a faulty service.
  static func known(_ number: Int?) -> Int {
    number.flatMap { (0...greatest).contains($0) ? $0 : nil } ?? 0
  }

  private static let greatest = 1_000_000_000_000_000
}
