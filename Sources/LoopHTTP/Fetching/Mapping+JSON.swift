public import Fetch
public import FoundationEssentials
internal import UVLoop

extension Mapping where Value: Sendable {
  /// A mapping whose long work is done on one of libuv's threads, so that it does not keep the loop from
  /// turning.
  ///
  /// - Parameters: as those of `init(decode:encode:)`.
  public static func offLoop(
    decode: @escaping @Sendable (_ body: [UInt8]) throws -> (value: Value, faults: [ParserFailure]),
    encode: @escaping @Sendable (_ value: Value) throws -> [UInt8]
  ) -> Mapping {
    Mapping(
      decode: { body in
        try await BlockingWork.run(on: body.count) { Result { try decode(body) } }.get()
      },
      encode: { value in
        try await BlockingWork.run { Result { try encode(value) } }.get()
      })
  }
}

extension Mapping where Value: Codable & Sendable {
  /// JSON, as a whole.
  public static func json(
    _ decoder: JSONDecoder = JSONDecoder(), _ encoder: JSONEncoder = JSONEncoder()
  ) -> Mapping {
    offLoop(
      decode: { (try decoder.decode(Value.self, from: Data($0)), []) },
      encode: { Array(try encoder.encode($0)) })
  }
}

extension Mapping {
  /// A JSON array. Elements that cannot be decoded are left out or fail the fetch.
  public static func jsonArray<Element: Codable & Sendable>(
    _ decoder: JSONDecoder = JSONDecoder(), _ encoder: JSONEncoder = JSONEncoder()
  ) -> Mapping where Value == [Element] {
    offLoop(
      decode: { body in
        let attempts = try decoder.decode([Attempt<Element>].self, from: Data(body))
        var (value, faults): ([Element], [ParserFailure]) = ([], [])
        for (index, attempt) in attempts.enumerated() {
          switch attempt.result {
          case .success(let element): value.append(element)
          case .failure(let error):
            faults.append(ParserFailure(element: index, reason: "\(error)"))
          }
        }
        return (value, faults)
      },
      encode: { Array(try encoder.encode($0)) })
  }
}

/// An element of an array, which may be of another type.
private struct Attempt<Element: Decodable>: Decodable {
  let result: Result<Element, any Error>

  init(from decoder: any Decoder) {
    // By the container, which has the decoder's strategies for dates and the like.
    result = Result { try decoder.singleValueContainer().decode(Element.self) }
  }
}

extension BlockingWork {
  /// Runs `body` on one of libuv's threads if there are many bytes to work on; few take less time
  /// than going to another thread and back, about a millisecond.
  @LoopActor
  static func run<Result: Sendable>(
    on bytes: Int, _ body: @Sendable () -> Result
  ) async -> Result {
    bytes < 16_384 ? body() : await run(body)
  }
}
