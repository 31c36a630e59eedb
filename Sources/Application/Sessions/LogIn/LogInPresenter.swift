public import BoardValues
public import Boxes
internal import Domain

/// Translates the interactor's responses to the form that clients show.
public final class LogInPresenter {
  public var form: Output<LogInForm> { Output(formBox) }

  private unowned let interactor: any LogInOutput
  private let formBox: Box<LogInForm>
  private let followsResponse: Binding

  /// - Parameters:
  ///   - interactor: must exist as long as the presenter is used.
  ///   - translate: returns the form for a response; another one can use other words.
  public init(
    _ interactor: any LogInOutput,
    translate: @escaping (LogInResponse) -> LogInForm = LogInForm.init
  ) {
    self.interactor = interactor
    let form = Box(translate(interactor.response.value))
    formBox = form
    followsResponse = interactor.response.bind { form.value = translate($0) }
  }
}

extension LogInForm {
  /// - Parameter response: the state that it shows.
  public init(_ response: LogInResponse) {
    self.init(
      name: response.name,
      isLoginButtonEnabled: !response.name.isBlank && !response.isLoggingIn,
      emailFieldBorderColor: response.failure == .refused ? .red : .normal,
      message: response.failure?.message ?? (response.hasEnded ? Self.endMessage : nil),
      isLoggingIn: response.isLoggingIn)
  }
}
