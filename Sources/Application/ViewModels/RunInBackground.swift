/// Runs work in a task of the caller's actor, without waiting for it. The work ends by itself.
public typealias RunInBackground = (_ work: @escaping () async -> Void) -> Void
