internal import BoxWire
internal import Domain

/// The options of a topic, as a service has them in the topic.
struct OptionsDocument: Sendable {
  /// One option, with as much of its arguments as the service sends with it.
  struct Element: Sendable {
    var option: Option
    var pros: ServiceTopic.SideContent
    var cons: ServiceTopic.SideContent
    var beside: Beside

    subscript(side: Side) -> ServiceTopic.SideContent {
      get { side == .pro ? pros : cons }
      set { if side == .pro { pros = newValue } else { cons = newValue } }
    }
  }

  private(set) var elements: [Element] = []
  private(set) var lastID = 0
  private(set) var pruned = Pruned()

  init(_ options: CountedList<OptionBoard> = CountedList()) {
    self = OptionsDocument().with(options)
  }

  private init() {}

  /// Reads an array, or an object with `items`, and `lastID` if there is such a member; nil for anything
  /// else, which may mean something else to the service. What cannot be read is left out, and sent back.
  ///
  /// - Parameter isWhole: whether the options have their arguments; otherwise, figures suffice.
  init?(_ json: JSONText?, isWhole: Bool) {
    guard let json, let sent = json.listElements else { return nil }
    var (ids, titles): (Set<String>, Set<String>) = ([], [])
    for (index, json) in sent.enumerated() {
      do throws(BadElement) {
        let element = try Element(json, isWhole: isWhole)
        guard !ids.contains(element.option.id) else { throw .repeatedIdentifier }
        guard elements.count < Limits.options else { throw .tooMany }
        guard titles.insert(element.option.title.lowercased()).inserted else {
          throw .repeatedTitle
        }
        ids.insert(element.option.id)
        elements.append(element)
      } catch {
        pruned.add(json, at: index, error)
      }
    }
    lastID = json.lastNumber
  }

  /// The options whose arguments are known.
  var list: CountedList<OptionBoard> {
    CountedList(
      elements.compactMap { element in
        guard let pros = element.pros.list, let cons = element.cons.list else { return nil }
        return OptionBoard(element.option, pros: pros.list, cons: cons.list)
      }, lastID: lastID)
  }

  /// The lists of arguments that are known.
  var sides: [SideDocument] {
    elements.flatMap { [$0.pros, $0.cons] }.compactMap(\.list)
  }

  /// The figures of the options' arguments together, with those of the topic's own; nil if any of them
  /// are not known.
  func figures(_ side: Side, with own: SideFigures?) -> SideFigures? {
    elements.reduce(own) { sum, element in
      guard let sum, let figures = element[side].figures else { return nil }
      return sum + figures
    }
  }

  /// - Parameter isCopy: whether it is stored here, with entity tags, instead of sent.
  func json(isCopy: Bool = false) -> JSONText {
    let items = elements.map { $0.json(isCopy: isCopy) } + pruned.elements
    return JSONText([("lastID", JSONText(lastID)), ("items", JSONText(elements: items))])
  }

  /// Returns the document with other options, in which known options and arguments keep what the
  /// service has of them.
  func with(_ options: CountedList<OptionBoard>) -> OptionsDocument {
    var document = self
    document.lastID = options.lastID
    document.elements = options.elements.map { board in
      let old = elements.first { $0.option.id == board.id }
      let content = { (side: Side) in
        let known = old?[side].list ?? SideDocument(board[side])
        return ServiceTopic.SideContent.list(known.with(board[side]))
      }
      return Element(
        option: board.option, pros: content(.pro), cons: content(.con),
        beside: old?.beside ?? Beside(segment: board.id))
    }
    return document
  }
}

extension OptionsDocument.Element {
  fileprivate init(_ json: JSONText, isWhole: Bool) throws(BadElement) {
    guard let object = JSONObject(json) else { throw .notObject }
    beside = try Beside(object, understood: Self.names).numbered()
    let id = beside.id.segment
    guard let title = object["title"]?.string else { throw .noTitle }
    guard object["text"] == nil || object["text"]?.string != nil else { throw .text }
    let dates = Dates(object)
    do throws(BoardError) {
      option = try Option(
        id: id, title: title, text: object["text"]?.string, author: object.text("author") ?? "",
        created: dates.created, updated: dates.updated, updatedBy: object.editor)
    } catch {
      switch error {
      case .invalid(.author): throw .author
      case .invalid(.optionTitle): throw .title
      default: throw .text
      }
    }
    let content = { (name: String, side: Side) throws(BadElement) in
      let column = Column(side, of: id)
      let content = ServiceTopic.SideContent(object[name], column)
      guard isWhole, content.list == nil else { return content }
      // What is not sent would be lost with a change.
      guard object[name] == nil else { throw BadElement.noArguments }
      return .list(SideDocument(ArgumentList(column)))
    }
    pros = try content("pros", .pro)
    cons = try content("cons", .con)
  }

  private static let names = Set(["title", "text", "author", "pros", "cons"]).union(Dates.names)

  fileprivate func json(isCopy: Bool) -> JSONText {
    let members: [(name: String, value: JSONText?)] = [
      (beside.identity.name, beside.identity.value), ("title", JSONText(option.title)),
      ("text", option.text.map { JSONText($0) }), ("author", JSONText(option.author)),
      ("created", option.created.known.map { JSONText($0) }),
      ("updated", option.updated.known.map { JSONText($0) }),
      ("updatedBy", option.updatedBy.map { JSONText($0) }), ("pros", pros.json(isCopy: isCopy)),
      ("cons", cons.json(isCopy: isCopy)),
    ]
    return JSONText(members + beside.members(isCopy: isCopy))
  }
}
