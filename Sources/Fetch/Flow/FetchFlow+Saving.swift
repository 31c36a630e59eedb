extension FetchFlow {
  /// Saves what was delivered, now or later.
  ///
  /// - Parameter isCurrent: false if something was changed since the request was sent.
  func persist(
    _ delivery: FetchDelivery<Value>, of resource: Resource, isCurrent: Bool
  ) async throws(FetchError) {
    guard isStored(resource) else { return }
    guard isCurrent else {
      environment.observe(resource, .superseded)
      return
    }
    if configuration.shouldWaitForSaveToPersistence {
      do {
        try await write(delivery, resource)
      } catch {
        if configuration.shouldFailWhenSaveToPersistenceFails { throw error }
      }
    } else {
      environment.observe(resource, .saveDeferred)
      pendingSaves.add(delivery, of: resource)
      environment.later { await self.savePending(resource) }
    }
  }

  private func savePending(_ resource: Resource) async {
    guard pendingSaves.begin(resource) else { return }
    // A failure was reported to the observer.
    while let delivery = pendingSaves.next(resource) { try? await write(delivery, resource) }
  }

  private func write(
    _ delivery: FetchDelivery<Value>, _ resource: Resource
  ) async throws(FetchError) {
    environment.observe(resource, .save)
    do {
      let isRenewed = delivery.confirmed != nil ? try await renew?(delivery.copy, resource) : nil
      if isRenewed != true { try await save(delivery.copy, resource) }
    } catch {
      environment.observe(resource, .saveFailed(error))
      throw error
    }
    environment.observe(resource, .saved)
  }
}
