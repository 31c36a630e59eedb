internal import Application
internal import BoxWire
internal import Domain

extension UndoError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .nothingToUndo: RequestError(.failed, message, .reason("nothing-to-undo"))
    case .argument(let error): error.requestError
    case .post(let error): error.requestError
    }
  }
}
