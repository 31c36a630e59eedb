internal import Loop
public import Wire

/// One named thing that a client may ask of a scene.
@LoopActor
struct Intent {
  let name: String
  let perform: @LoopActor (Caller, Parameters) async throws -> Answer
}

/// What an intent answers beside the revision: members of the result, by name.
public typealias Answer = [(name: String, value: JSONText)]
