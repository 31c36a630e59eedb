internal import Terminal
internal import UVLoop

/// Why a text was not edited in the user's editor.
struct EditorFailure: Error {
  let error: EditorError
  /// The file with what the user has written; nil if that is nothing.
  let keptFile: String?

  var sentence: String {
    let kept = keptFile.map { "your text is kept in \($0); " } ?? ""
    return kept + error.sentence
  }
}

extension Editor {
  /// Saves what the user has typed in a file.
  ///
  /// - Returns: what has become of it, for a sentence.
  static func save(_ text: String) async -> String {
    do throws(EditorError) {
      return "what you typed is kept in \(try await Editor(text).path)"
    } catch {
      return "what you typed is lost: \(error.sentence)"
    }
  }

  /// Lets the user edit a text. What the user has written is never lost.
  ///
  /// - Parameter begin: called with the editor before it is started.
  static func result(
    of text: String, begin: (Editor) -> Void
  ) async -> Result<String, EditorFailure> {
    let editor: Editor
    do throws(EditorError) {
      editor = try await Editor(text)
    } catch {
      return .failure(EditorFailure(error: error, keptFile: nil))
    }
    begin(editor)
    do throws(EditorError) {
      let edited = try await editor.edit()
      await editor.remove()
      return .success(edited)
    } catch {
      guard await editor.isChanged(from: text) else {
        await editor.remove()
        return .failure(EditorFailure(error: error, keptFile: nil))
      }
      return .failure(EditorFailure(error: error, keptFile: editor.path))
    }
  }
}
