/// What a server has for a crowd beside the boxes that clients share.
///
/// - `session.mine` with the boxes of ``own``. Its intent `set` takes `box`, an index, and `number`
///   and `filling` of a value. `logIn` takes `name`, and a value for the first box. `begin` takes
///   `number`, under which the session is known.
/// - Scenes `stage.<name>`, which come and go, with the boxes of ``boxes``.
/// - `director.perform` takes `actions`, the text of ``Action``s that it carries out in one turn.
///   `director.rule` takes `number`, puts that rule into force, and returns the revision before that
///   as `before`.
package struct ModelStage: Sendable {
  package static let own = ["a", "b", "c"]
  package static let scenes = ["r1", "r2", "r3", "r4"]
  package static let boxes = ["light", "mood"]

  static let ownPaths = own.map { "session.mine.\($0)" }
  static let paths = scenes.flatMap { scene in boxes.map { "stage.\(scene).\($0)" } }

  /// nil if everybody may read everything.
  package let rules: ModelRules?
  /// Whether its intent `director.handOver` lets another listener go on with its clients, as another
  /// process would. It is answered before.
  package let handsOver: Bool

  package init(rules: ModelRules? = nil, handsOver: Bool = false) {
    self.rules = rules
    self.handsOver = handsOver
  }

  /// A value of a box: `[number, "~~~"]`, with as many tildes as `filling` says.
  package struct Value: Sendable {
    package let number: Int
    package let filling: Int
  }

  /// What the director does.
  package enum Action: Sendable {
    /// Sets a box of a session.
    case setOwn(session: Int, box: Int, Value)
    case set(scene: Int, box: Int, Value)
    /// Adds a scene, with the values of its boxes.
    case insert(scene: Int, [Value])
    case remove(scene: Int)

    var text: String {
      let numbers =
        switch self {
        case .setOwn(let session, let box, let value):
          [0, session, box, value.number, value.filling]
        case .set(let scene, let box, let value): [1, scene, box, value.number, value.filling]
        case .insert(let scene, let values):
          [2, scene] + values.flatMap { [$0.number, $0.filling] }
        case .remove(let scene): [3, scene]
        }
      return numbers.map(String.init).joined(separator: " ")
    }

    /// Reads actions, which are separated by semicolons.
    ///
    /// - Precondition: the text is right.
    package static func read(_ text: String) -> [Action] {
      text.split(separator: ";").map { action in
        let numbers = action.split(separator: " ").compactMap { Int($0) }
        switch numbers[0] {
        case 0: return .setOwn(session: numbers[1], box: numbers[2], value(numbers[3...]))
        case 1: return .set(scene: numbers[1], box: numbers[2], value(numbers[3...]))
        case 2: return .insert(scene: numbers[1], [value(numbers[2...]), value(numbers[4...])])
        default: return .remove(scene: numbers[1])
        }
      }
    }

    private static func value(_ numbers: ArraySlice<Int>) -> Value {
      Value(number: numbers[numbers.startIndex], filling: numbers[numbers.startIndex + 1])
    }
  }
}

/// Rules of which one at a time is in force: what clients may read, by the name under which they have
/// logged in.
package struct ModelRules: Sendable {
  /// A client that may read everything under each rule.
  package static let director = "director"
  /// A client that may read what ``shadowed`` may, and do nothing to anything else.
  package static let prober = "prober"
  private static let shadowed = "ann"

  /// Patterns by name, "" for clients that have not logged in; nil for everything. A client with
  /// another name may read nothing.
  private let rules: [[String: [String]?]]
  let names: [String]

  package init(_ rules: [[String: [String]?]]) {
    self.rules = rules
    names = Set(rules.flatMap(\.keys)).sorted()
  }

  var count: Int { rules.count }

  /// The patterns that a client may read; nil for everything. Clients with the same patterns have
  /// the same rights.
  package func readable(_ name: String, under rule: Int) -> [String]? {
    if name == Self.director { return nil }
    return rules[rule][name == Self.prober ? Self.shadowed : name, default: []]
  }
}
