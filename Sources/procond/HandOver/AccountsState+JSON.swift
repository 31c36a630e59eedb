internal import AccountsPlatform
internal import BoxWire

/// The issued tokens in a hand-over. Members that it does not know are ignored.
extension AccountsState {
  var json: JSONText {
    JSONText(members: [
      ("setting", JSONText(setting)),
      ("secrets", JSONText(members: secrets.map { ($0.key, JSONText($0.value)) })),
      (
        "families",
        JSONText(
          elements: families.map { family in
            JSONText(members: [
              ("user", JSONText(family.user)), ("rest", JSONText(milliseconds: family.rest)),
              (
                "tokens",
                JSONText(
                  elements: family.tokens.map { token in
                    JSONText([
                      ("hash", JSONText(token.hash)), ("parent", token.parent.map { JSONText($0) }),
                    ])
                  })
              ),
            ])
          })
      ),
    ])
  }

  /// - Returns: nil if it cannot be understood.
  init?(_ json: JSONText) {
    guard let setting = json["setting"]?.string, let secrets = json["secrets"]?.members,
      let families = json["families"]?.elements
    else { return nil }
    self.init(
      setting: setting,
      secrets: Dictionary(
        secrets.compactMap { secret in secret.value.string.map { (secret.name, $0) } },
        uniquingKeysWith: { first, _ in first }),
      families: families.compactMap(Family.init))
  }
}

extension AccountsState.Family {
  fileprivate init?(_ json: JSONText) {
    guard let user = json["user"]?.string, let rest = json["rest"]?.integer,
      let tokens = json["tokens"]?.elements
    else { return nil }
    self.init(
      user: user, rest: .milliseconds(rest),
      tokens: tokens.compactMap { token in
        token["hash"]?.string.map {
          AccountsState.Token(hash: $0, parent: token["parent"]?.string)
        }
      })
  }
}
