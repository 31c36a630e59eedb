import BoardValues
import BoxServer
import BoxWire
import Boxes
import SystemTestSupport
import UVLoop

/// The boxes of one session, and what its intents do to them.
@LoopActor
final class FakeSession {
  let route = Box(FakeRoute())
  let form = Box(LogInForm())
  let title = Box("")
  let content = Box("")
  let canSave = Box(false)
  let editButtonTitle = Box("Edit")
  let isErrorFree = Box(Content())
  let isEditing = Box(false)
  let options = Box([FakeOption(name: "Tea", votes: 3), FakeOption(name: "Coffee", votes: 10)])
  let closing = Box<String?>(nil)
  /// Called with the name of the user who has logged in; empty for nobody.
  var logInChanged: @LoopActor (String) -> Void = { _ in }
  private let server: SessionServer

  init(_ server: SessionServer) {
    self.server = server
    if server.requiresLogin { route.value = FakeRoute(stack: [.login]) }
  }

  func push(_ entry: FakeRoute.Entry) {
    route.update { $0.stack.append(entry) }
  }

  func dismiss() {
    route.update { route in
      if route.sheet == nil, route.stack.count > 1 { route.stack.removeLast() }
      route.sheet = nil
    }
  }

  func logIn(name: String, password: String, token: String) throws(RequestError) -> String {
    server.logIns.note("\(name)/\(password)/\(token)")
    guard !server.isBusy else {
      throw RequestError(.failed, "another log-in is in progress", .reason("busy"))
    }
    guard (name == "ada" && password == "se cret") || server.tokens.contains(token) else {
      form.update {
        $0.message = "Wrong name or password."
        $0.emailFieldBorderColor = .red
      }
      throw RequestError(.notAllowed, "wrong name, password or token", .reason("login"))
    }
    logInChanged("ada")
    form.value = LogInForm()
    if server.requiresLogin { route.value = FakeRoute() }
    server.tokens.append("token-\(server.tokens.count)")
    return server.tokens[server.tokens.count - 1]
  }

  func logOut() {
    logInChanged("")
    if server.requiresLogin { route.value = FakeRoute(stack: [.login]) }
  }

  func set(title: String? = nil, content: String? = nil) {
    if let title { self.title.value = title }
    if let content { self.content.value = content }
    canSave.value = !self.title.value.isEmpty && !self.content.value.isEmpty
  }

  func toggleEditing() {
    isEditing.value.toggle()
    editButtonTitle.value = isEditing.value ? "Save" : "Edit"
  }

  func save() throws(RequestError) {
    guard !title.value.isEmpty else {
      isErrorFree.value = Content(status: false, message: "A post needs a title.")
      throw RequestError(.failed, "a post needs a title", .reason("empty"))
    }
    server.posts.value.insert(
      .fake(id: "p\(server.posts.value.count)", title: title.value, subtitle: content.value),
      at: 0)
    (title.value, content.value) = ("", "")
    isErrorFree.value = Content()
    dismiss()
  }

  func open(_ id: String) throws(RequestError) {
    guard let post = server.posts.value.first(where: { $0.id == id }) else {
      throw RequestError(.notFound, "there is no post \(id)")
    }
    (title.value, content.value) = (post.title, post.subtitle)
    push(.post("topics.ai", id))
  }

  func deletePost() {
    let id = route.value.stack.last?.id
    server.posts.value.removeAll { $0.id == id }
    dismiss()
  }

  /// Replaces the options of the poll, and when it closes.
  func show(_ options: [FakeOption], closing: String?) {
    (self.options.value, self.closing.value) = (options, closing)
  }

  func votes(for option: Int) -> Int { options.value[option - 1].votes }

  func vote(for option: Int, weight: Int) {
    options.value[option - 1].votes += weight
  }
}
