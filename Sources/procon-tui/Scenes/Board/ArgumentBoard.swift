internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient

/// The pros and cons of a topic, or of one of its options, and which of them are selected.
struct ArgumentBoard {
  /// The beginning of the names of its arguments in the daemon's history, and of their paths under the
  /// topic.
  let name: BoardName
  var columns: [SideName: BoardColumn] = [.pro: BoardColumn(.pro), .con: BoardColumn(.con)]
  var active = SideName.pro
  private(set) var isFetching = false
  /// The names of the sides that have been read.
  private(set) var loaded: Set<String> = []

  init(_ name: BoardName) {
    self.name = name
  }

  func column(_ side: SideName) -> BoardColumn { columns[side] ?? BoardColumn(side) }

  var selected: ArgumentItem? { column(active).selected }

  var isEmpty: Bool { columns.values.allSatisfy(\.items.isEmpty) }

  /// Takes the arguments of a scene.
  ///
  /// - Parameters:
  ///   - place: the path of the topic.
  ///   - counts: the numbers in the headings; nil for those of the arguments.
  /// - Returns: whether the arguments have changed.
  mutating func update(
    _ scene: ShownScene, at place: String, _ counts: (pros: Int?, cons: Int?)?
  ) -> Bool {
    var (isChanged, fetching) = (false, false)
    for side in SideName.allCases {
      let path = "\(place).\(name.side(side))"
      let items = scene["\(path).items"]
      if columns[side]?.update(items) == true { isChanged = true }
      let count = side == .pro ? counts?.pros : counts?.cons
      let own = column(side).items.count
      columns[side]?.count = count ?? own
      let isRead = scene["\(path).isFetching"]?.boolean != true
      if items != nil, isRead { loaded.insert(name.side(side)) }
      fetching = fetching || !isRead
    }
    isFetching = fetching
    return isChanged
  }

  /// What is wrong with its arguments, which are left out.
  func faults(at place: String) -> [String] {
    SideName.allCases.flatMap { side in
      column(side).faults.map { "\(place).\(name.side(side)).items\($0)" }
    }
  }

  /// Its arguments, as they are compared to find what others have changed.
  var things: Comparison<String>.State {
    SideName.allCases.flatMap { side in
      column(side).items.map { item in
        let comments = item.comments?.map { "\n\($0.id) \($0.text)" }.joined() ?? ""
        return (name: name.argument(side, item.id), thing: item.label + comments)
      }
    }
  }
}

/// The name of a board within its topic: that of the topic itself, or that of an option.
struct BoardName: Hashable {
  /// The id of the option; nil for the topic's own board.
  let option: String?

  static let own = Self(option: nil)

  /// The name of a side, such as `options.2.pros`; it is also a path under the topic.
  func side(_ side: SideName) -> String {
    (option.map { "options.\($0)." } ?? "") + side.plural
  }

  /// As the daemon's history names an argument.
  func argument(_ side: SideName, _ id: String) -> String { "\(self.side(side)).\(id)" }
}
