/// Returns the current time. It is called on any thread, and again if a gateway retries.
public typealias CurrentTime = @Sendable () -> Timestamp
