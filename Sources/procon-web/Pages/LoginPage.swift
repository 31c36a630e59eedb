/// The form with which people log in.
struct LoginPage {
  /// What was typed; empty at first.
  let name: String
  /// The page after it.
  let returning: URLPath
  /// Why the last attempt failed; nil if there was none.
  let refusal: String?

  var html: HTML {
    let refused: HTML = refusal.map { "<p class=\"alert\" role=\"alert\">\($0)</p>" } ?? ""
    return Layout.html(
      WebPage(
        "Log in",
        """
        <h1>Log in</h1>
        <form method="post" action="/login">\(refused)\
        <label>Name <input name="name" value="\(name)" autocomplete="username" required></label>\
        <label>Password <input type="password" name="password" autocomplete="current-password" \
        required></label>\
        <input type="hidden" name="return" value="\(returning)"><button>Log in</button></form>
        """))
  }
}
