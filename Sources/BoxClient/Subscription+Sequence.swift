extension Subscription: AsyncSequence {
  public typealias Element = Event
  public typealias Failure = SubscriptionError

  /// The iterator of one consumer. The next iterator continues where this one stopped.
  public struct Iterator: AsyncIteratorProtocol {
    let subscription: Subscription

    /// Returns what ``Subscription/next()`` returns.
    public func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(SubscriptionError) -> Event? {
      try await subscription.next()
    }
  }

  public nonisolated func makeAsyncIterator() -> Iterator {
    Iterator(subscription: self)
  }

  /// The mirror, each time it equals the daemon's state, for programs that show only the newest
  /// state.
  ///
  /// ```swift
  /// for try await mirror in subscription.states { draw(mirror["shared.weather.now"]) }
  /// ```
  public nonisolated var states: States { States(subscription: self) }

  /// The states of a subscription instead of its events. Only one of the two may be consumed at a
  /// time.
  public struct States: AsyncSequence, Sendable {
    let subscription: Subscription

    public struct Iterator: AsyncIteratorProtocol {
      let subscription: Subscription

      /// Waits for the next state.
      ///
      /// - Returns: nil once the subscription has ended.
      /// - Throws: the reason why it ended, once.
      public func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async throws(SubscriptionError) -> Mirror? {
        try await subscription.nextState()
      }
    }

    public func makeAsyncIterator() -> Iterator {
      Iterator(subscription: subscription)
    }
  }
}
