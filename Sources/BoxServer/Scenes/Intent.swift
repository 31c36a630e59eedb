public import BoxWire
internal import UVLoop

/// One named thing that a client may ask of a scene.
@LoopActor
struct Intent {
  let description: MethodDescription
  let perform: @LoopActor (Caller, Parameters) async throws -> Answer
}

/// What an intent answers beside the revision: members of the result, by name.
public typealias Answer = [(name: String, value: JSONText)]
