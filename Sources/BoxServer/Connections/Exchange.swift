internal import BoxWire
internal import UVLoop

/// A line of requests that was read, and how they are answered.
@LoopActor
enum Exchange {
  /// - id: nil when no answer is sent.
  case call(MethodCall, id: JSONText?)
  case batch([Batch.Member])
  /// A line or a request that cannot be read.
  case failure(RequestError, id: JSONText?)

  init(_ line: UnsafeRawBufferPointer, _ dispatcher: Dispatcher) {
    do throws(RequestError) {
      switch try RequestLine(line) {
      case .batch(let members): self = .batch(members)
      case .single(let request): self.init(try request.get(), dispatcher)
      }
    } catch {
      self = .failure(error, id: .null)
    }
  }

  private init(_ request: Request, _ dispatcher: Dispatcher) {
    do throws(RequestError) {
      self = .call(try dispatcher.read(request, isInBatch: false), id: request.id)
    } catch {
      self = .failure(error, id: request.id)
    }
  }

  var cost: MethodCall.Cost {
    switch self {
    case .call(let call, _): call.cost
    case .batch: .much
    case .failure: .some
    }
  }

  /// Has the requests carried out, and appends the answers to the output, now or later.
  ///
  /// - Parameter bytes: the size of the line.
  func begin(_ dispatcher: Dispatcher, bytes: Int, _ output: any SubscriberOutput) {
    switch self {
    case .call(let call, let id):
      dispatcher.client.inProgress.begin(bytes: bytes)
      dispatcher.perform(call, output: output, isAnswered: id != nil) { outcome in
        dispatcher.client.inProgress.end(bytes: bytes)
        if let id { output.append(answer: outcome, to: id) }
        output.requestFlush()
      }
    case .batch(let members): Batch(members, bytes: bytes, dispatcher, output).run()
    case .failure(let error, let id):
      if let id { output.append(Response(id: id, .failure(error)).line) }
    }
  }
}

extension SubscriberOutput {
  /// Sends the answer to a request.
  fileprivate func append(answer outcome: Result<ResultValue, RequestError>, to id: JSONText) {
    switch outcome {
    case .success(.text(let text)): append(Response(id: id, .success(text)).line)
    case .success(.shared(let shared)):
      let (head, tail) = Response.around(id: id)
      append([OutputPiece(head), shared.piece, OutputPiece(tail)])
    case .failure(let error): append(Response(id: id, .failure(error)).line)
    }
  }
}
