internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient

extension CommandContext {
  /// Warns that boxes will be lost when the daemon exits, if it does not keep shared boxes.
  ///
  /// - Parameter answer: to the change, by which it is known whether a store keeps them.
  func warnAboutLoss(
    of boxes: [Path], after answer: JSONText, over connection: Connection
  ) async {
    guard answer["storeRevision"] == nil else { return }
    let info = "daemon.info"
    guard let pattern = Pattern(info) else { return }
    let result = await connection.optionalResult(
      of: Get.method, Get(patterns: [pattern]).parameters, within: answerTimeout)
    guard let result else { return }
    let facts = try? result["boxes"]?[info]?.decoded(as: DaemonInfo.self)
    guard let facts, !facts.keepsShared else { return }
    let time = finder.hasStartedDaemon ? ", a minute after its last client" : ""
    StandardError.report(
      """
      \(boxes.map(\.text.excerpt).prefix(3).joined(separator: ", "))\(boxes.count > 3 ? ", …" : "") \
      will be lost when the daemon exits\(time); a daemon that runs as a service \
      keeps \(boxes.count == 1 ? "it" : "them")
      """)
  }
}
