package import Domain

/// Topics as Markdown Architectural Decision Records, for export and import. The form is that of the
/// template of MADR 4.0.0, https://adr.github.io/madr/.
///
/// | topic | record |
/// |---|---|
/// | open | status `proposed` |
/// | decided, also with the outcome no | status `accepted`; the outcome names the chosen option |
/// | dropped | status `rejected`; the outcome says that no option was chosen |
/// | superseded | status `superseded by` the id of the other topic |
/// | who decided, and the day | `decision-makers`, `date` |
/// | options, their texts, pros and cons | considered options; good and bad arguments |
/// | without options | considered options Yes and No; pros and cons are good and bad arguments for Yes |
/// | a post with the title of a section | that section, such as More Information |
///
/// Reading does the reverse. What has no place on a board becomes a post, or is named.
package enum MADR {
  /// Returns the record of a topic, and what it cannot hold: noun phrases, such as `3 positions`.
  package static func text(of content: TopicContent) -> (text: String, leftOut: [String]) {
    let writer = RecordWriter(content)
    return (writer.text, writer.leftOut)
  }

  /// Returns the topic of a record, and what was left out or converted, in sentences. The rules have
  /// not been applied yet.
  ///
  /// - Throws: `DocumentFault` if the record has no title.
  package static func draft(
    in text: String
  ) throws(DocumentFault) -> (draft: TopicDraft, notes: [String]) {
    var reader = RecordReader(RecordText(text))
    return try reader.read()
  }

  /// Whether a Markdown text is a record: it considers options or has an outcome, and has no lists of
  /// pros and cons as the documents of topics do.
  package static func isRecord(_ text: String) -> Bool {
    let names = Set(
      RecordText(text).blocks.compactMap { block in
        block.kind == .heading(level: 2) ? RecordSection.Name(block.text) : nil
      })
    return !names.isDisjoint(with: [.options, .outcome])
      && names.isDisjoint(with: [.pros, .cons])
  }
}

extension RecordSection {
  /// The sections that a record has or that other templates call so.
  enum Name: Hashable {
    case context, drivers, options, outcome, consequences, good, bad, confirmation, comparison
    case information, status
    /// Those of the documents of topics.
    case pros, cons

    /// nil for any other heading.
    init?(_ heading: Scalars) {
      switch RecordTitle.key(RecordMarkup.plain(heading)) {
      case "context and problem statement", "context": self = .context
      case "decision drivers": self = .drivers
      case "considered options", "considered alternatives": self = .options
      case "decision outcome": self = .outcome
      case "consequences": self = .consequences
      case "positive consequences": self = .good
      case "negative consequences": self = .bad
      case "confirmation", "validation": self = .confirmation
      case "pros and cons of the options": self = .comparison
      case "more information": self = .information
      case "status": self = .status
      case "pros": self = .pros
      case "cons": self = .cons
      default: return nil
      }
    }
  }

  /// The sections that hold free text. A post with such a title is the text of the section.
  static let free: [(title: String, name: Name)] = [
    ("Context and Problem Statement", .context), ("Decision Drivers", .drivers),
    ("Consequences", .consequences), ("Confirmation", .confirmation),
    ("More Information", .information),
  ]
}
