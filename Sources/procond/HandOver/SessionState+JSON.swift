internal import Application
internal import BoxWire
internal import Domain

/// The state of a session in a hand-over. Members that it does not know are ignored.
extension SessionState {
  var json: JSONText {
    JSONText([
      (
        "stack",
        JSONText(
          elements: stack.map { scene in
            JSONText([
              ("scene", JSONText(scene.scene.rawValue)), ("at", scene.at.map { JSONText($0) }),
              ("id", scene.id.map { JSONText($0) }),
            ])
          })
      ),
      (
        "draft",
        draft.map { draft in
          JSONText([
            ("at", JSONText(draft.at)), ("text", draft.text.json),
            (
              "saved",
              draft.saved.map {
                JSONText(members: [("id", JSONText($0.id)), ("updated", $0.updated.json)])
              }
            ),
          ])
        }
      ),
      (
        "edit",
        edit.map { edit in
          JSONText(members: [
            ("text", edit.text.json), ("original", edit.original.json),
            ("updated", edit.updated.json), ("seen", edit.seen.json),
          ])
        }
      ), ("name", JSONText(name)),
      (
        "login",
        login.map {
          JSONText(members: [("user", JSONText($0.user)), ("token", JSONText($0.token))])
        }
      ),
    ])
  }

  /// What cannot be understood is left out.
  init(_ json: JSONText) {
    self.init()
    for scene in json["stack"]?.elements ?? [] {
      guard let name = scene["scene"]?.string.flatMap(SceneName.init) else { continue }
      stack.append(Scene(name, at: scene["at"]?.string, id: scene["id"]?.string))
    }
    draft = json["draft"].flatMap(Draft.init)
    edit = json["edit"].flatMap(Edit.init)
    name = json["name"]?.string ?? ""
    if let login = json["login"], let user = login["user"]?.string,
      let token = login["token"]?.string
    {
      self.login = Login(user: user, token: token)
    }
  }
}

extension SessionState.Text {
  fileprivate var json: JSONText {
    JSONText(members: [("title", JSONText(title)), ("content", JSONText(content))])
  }

  fileprivate init?(_ json: JSONText?) {
    guard let title = json?["title"]?.string, let content = json?["content"]?.string else {
      return nil
    }
    self.init(title: title, content: content)
  }
}

extension SessionState.Draft {
  fileprivate init?(_ json: JSONText) {
    guard let at = json["at"]?.string, let text = SessionState.Text(json["text"]) else {
      return nil
    }
    self.init(at: at, text: text, saved: json["saved"].flatMap(SessionState.Saved.init))
  }
}

extension SessionState.Saved {
  fileprivate init?(_ json: JSONText) {
    guard let id = json["id"]?.string, let updated = Timestamp(json["updated"]) else { return nil }
    self.init(id: id, updated: updated)
  }
}

extension SessionState.Edit {
  fileprivate init?(_ json: JSONText) {
    guard let text = SessionState.Text(json["text"]),
      let original = SessionState.Text(json["original"]),
      let updated = Timestamp(json["updated"]), let seen = Timestamp(json["seen"])
    else { return nil }
    self.init(text: text, original: original, updated: updated, seen: seen)
  }
}

extension Timestamp {
  /// In milliseconds since 1970.
  fileprivate var json: JSONText { JSONText(Int(millisecondsSince1970)) }

  fileprivate init?(_ json: JSONText?) {
    guard let milliseconds = json?.integer else { return nil }
    self.init(millisecondsSince1970: Int64(milliseconds))
  }
}
