@testable import AccountsPlatform

extension Accounts {
  /// Two users, `ada` and `bob`, and the token `sensor.s3cr.et`.
  static func example(ada password: String = "lovelace") throws -> Accounts {
    var accounts = Accounts()
    try accounts.addUser("ada", .cheap(password, salt: "ada."), groups: ["staff"])
    try accounts.addUser("bob", .cheap("builder", salt: "bob."))
    try accounts.addToken("sensor", .cheap("s3cr.et", salt: "sens"), groups: ["machines"])
    return accounts
  }
}

extension SecretHash {
  /// The hash of a secret, at the lowest cost.
  static func cheap(_ secret: String, salt: String = "salt") throws -> SecretHash {
    try SecretHash(Crypt.hash(Secret(secret.utf8), "$y$j75$\(salt)"))
  }
}
