/// Returns the current time. It may be called on any thread, and again if a gateway retries.
public typealias CurrentTime = @Sendable () -> Timestamp
