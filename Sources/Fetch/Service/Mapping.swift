/// How the body of an answer becomes a value.
public struct Mapping<Value> {
  /// Throws `FetchError.parser`. Returns the number of elements that were left out, after reporting
  /// each.
  let map:
    (_ body: [UInt8], _ shouldPrune: Bool, _ report: (ParserFailure) -> Void) throws(FetchError) ->
      (value: Value, pruned: Int)

  /// Maps the body as a whole.
  ///
  /// - Parameter parse: may throw any error; its description becomes the reason of
  ///   `FetchError.parser`.
  public static func one(_ parse: @escaping (_ body: [UInt8]) throws -> Value) -> Mapping {
    Mapping { body, _, _ throws(FetchError) in
      do {
        return (try parse(body), 0)
      } catch {
        throw .parser(ParserFailure(reason: "\(error)"))
      }
    }
  }

  /// Maps the body as a sequence. Elements that cannot be mapped are left out or fail the fetch
  /// (``FetchConfiguration/shouldPrune``).
  ///
  /// - Parameters:
  ///   - split: returns the elements of the body, in order. Throws if it is not a sequence.
  ///   - element: maps one of them.
  public static func sequence<Raw>(
    split: @escaping (_ body: [UInt8]) throws -> [Raw],
    element: @escaping (Raw) throws -> Value.Element
  ) -> Mapping where Value: RangeReplaceableCollection {
    let split = Mapping<[Raw]>.one(split)
    return Mapping { body, shouldPrune, report throws(FetchError) in
      let raw = try split.map(body, shouldPrune, report).value
      var value = Value()
      value.reserveCapacity(raw.count)
      var pruned = 0
      for (index, part) in raw.enumerated() {
        do {
          value.append(try element(part))
        } catch {
          let failure = ParserFailure(element: index, reason: "\(error)")
          guard shouldPrune else { throw .parser(failure) }
          report(failure)
          pruned += 1
        }
      }
      return (value, pruned)
    }
  }
}
