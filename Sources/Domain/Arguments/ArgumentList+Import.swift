extension ArgumentList {
  /// Makes a list of imported arguments, in their order. An argument keeps its identifier if that
  /// is a number that no earlier argument has.
  ///
  /// - Parameters:
  ///   - author: the importing user, and the author of arguments that have none.
  ///   - fault: converts the index of an argument and its error, `.invalid`, `.full` or
  ///     `.duplicate`, to the error that is thrown.
  init<Failure: Error>(
    _ column: Column, importing drafts: [TopicDraft.ArgumentDraft], by author: String,
    at now: Timestamp,
    fault: (Int, BoardError) -> Failure
  ) throws(Failure) {
    var arguments: [Argument] = []
    var texts: Set<String> = []
    let ids = drafts.identifiers(\.id, in: CountedNumber.imported)
    for (index, (draft, id)) in zip(drafts, ids).enumerated() {
      do throws(BoardError) {
        guard index < Limits.argumentsPerSide else { throw .full(limit: Limits.argumentsPerSide) }
        let created = min(draft.created ?? now, now)
        let updated = min(max(draft.updated ?? created, created), now)
        let adder = try Argument.rightAuthor(draft.author) ?? author
        let argument = try Argument(
          id: id, side: column, text: draft.text,
          weight: draft.weight ?? Limits.defaultWeight, author: adder, created: created,
          updated: updated,
          updatedBy: try Argument.rightAuthor(draft.updatedBy)
            ?? (updated == created ? adder : nil),
          supporters: try Argument.rightSupporters(draft.supporters),
          comments: try [Comment](importing: draft.comments, by: author, at: now))
        guard texts.insert(argument.text.lowercased()).inserted else {
          throw .duplicate(text: argument.text)
        }
        arguments.append(argument)
      } catch {
        throw fault(index, error)
      }
    }
    self.init(
      column, arguments: arguments, updated: arguments.isEmpty ? nil : now,
      updatedBy: arguments.isEmpty ? nil : author)
  }
}

extension Argument {
  /// Returns the people themselves. Throws `.invalid` if one cannot be a user or is there twice, and
  /// `.tooManySupporters`.
  public static func rightSupporters(_ people: [String]) throws(BoardError) -> [String] {
    guard people.count <= Limits.supporters else {
      throw .tooManySupporters(limit: Limits.supporters)
    }
    var seen: Set<String> = []
    for person in people {
      guard !person.isEmpty, Limits.isAuthor(person), seen.insert(person).inserted else {
        throw .invalid(.author)
      }
    }
    return people
  }

  /// Returns the author itself. Throws `.invalid` if it cannot be one.
  static func rightAuthor(_ author: String?) throws(BoardError) -> String? {
    guard let author else { return nil }
    guard Limits.isAuthor(author) else { throw .invalid(.author) }
    return author
  }
}
