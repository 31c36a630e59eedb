internal import BoxServer
internal import Logging
internal import UVLoop

extension RunningDaemon {
  /// Reloads the configuration with the files that it names, and applies all of them. If one of them
  /// cannot be read, or has a mistake, nothing changes. Reloads are applied in the order in which
  /// they were requested.
  ///
  /// - Returns: a sentence for each change that takes effect only after a restart, and for each name
  ///   in the policy that does not exist.
  /// - Throws: `StartError` with the reason.
  func reload() async throws(StartError) -> [String] {
    try checkServing()
    report?.sendReloading()
    let read = await readConfiguration()
    try checkServing()
    do throws(StartError) {
      let (settings, files) = try read.get()
      let warnings = adopt(settings, files)
      for warning in warnings { logger.warning("\(warning)") }
      server.adopt(files.policy)
      report?.sendReady()
      return warnings + (files.policy?.warnings ?? [])
    } catch {
      logger.error("keeping the old configuration: \(error.description)")
      report?.sendReady(note: "old configuration, since \(error.description)")
      throw error
    }
  }

  /// Reads the configuration and the files that it names, and applies none of it.
  func readConfiguration() async -> Result<(Settings, Settings.Files), StartError> {
    // The system may ask a server on the network for the names in a policy.
    await reading.run { [options, directory = server.stateDirectory, sockets] in
      Result { () throws(StartError) in
        let settings = try Settings(options)
        return (settings, try settings.readFiles(in: directory, sockets: sockets))
      }
    }
  }

  /// - Throws: `StartError` when the daemon is ending.
  func checkServing() throws(StartError) {
    guard !isEnding else {
      throw StartError(status: .unavailable, description: "the daemon is shutting down")
    }
  }

  /// Applies the settings, except for the policy.
  ///
  /// - Returns: a sentence for each change that takes effect only after a restart.
  private func adopt(_ settings: Settings, _ files: Settings.Files) -> [String] {
    server.adopt(settings, files)
    idleTime = settings.idleTime
    watchIdleness()
    logger.info("configured by \(settings.file ?? "defaults")")
    var changed: [String] = []
    if !isActivated, settings.namedSocket != startSettings.namedSocket { changed.append("socket") }
    if settings.stateDirectory != startSettings.stateDirectory { changed.append("state-dir") }
    if settings.keepsShared != startSettings.keepsShared { changed.append("shared.keep") }
    return changed.map { "\($0) has changed; it takes effect after a restart" }
  }
}
