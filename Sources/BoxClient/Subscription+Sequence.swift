extension Subscription: AsyncSequence {
  public typealias Element = Event
  public typealias Failure = SubscriptionError

  /// One consumer's hold on a subscription. The next one goes on where it stopped.
  public struct Iterator: AsyncIteratorProtocol {
    let subscription: Subscription

    /// Waits for the next event, as ``Subscription/next()`` does.
    public func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(SubscriptionError) -> Event? {
      try await subscription.next()
    }
  }

  public nonisolated func makeAsyncIterator() -> Iterator {
    Iterator(subscription: self)
  }

  /// The mirror each time that it is exactly the daemon's state: for who shows the newest state and
  /// does not mind how it came about.
  ///
  /// ```swift
  /// for try await mirror in subscription.states { draw(mirror["shared.weather.now"]) }
  /// ```
  public nonisolated var states: States { States(subscription: self) }

  /// The whole states of a subscription, instead of its events; the same consumer's.
  public struct States: AsyncSequence, Sendable {
    let subscription: Subscription

    public struct Iterator: AsyncIteratorProtocol {
      let subscription: Subscription

      /// Waits for the next state.
      ///
      /// - Returns: nil once the subscription is over.
      /// - Throws: why it is over, once.
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
