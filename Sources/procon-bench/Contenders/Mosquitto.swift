/// Mosquitto: MQTT with quality of service 0.
struct Mosquitto: Contender {
  let name = "mosquitto"
  let answers = false
  let mostDeliveries = 1_000_000
  private static let topic = "bench"

  func launch(in directory: ServerDirectory) throws(Failure) -> Launch {
    let program = try installed("mosquitto", package: "mosquitto")
    let socket = directory.file("mosquitto.sock")
    let configuration = directory.file("mosquitto.conf")
    // Without limits, so that nothing is dropped. As another user it could not use the directory.
    try TextFile.write(
      """
      listener 0 \(socket)
      allow_anonymous true
      user root
      max_queued_messages 0
      max_queued_bytes 0
      max_inflight_messages 0
      log_type error

      """, to: configuration)
    return Launch(program: program, arguments: ["-c", configuration], address: .unix(socket))
  }

  func dialect(_ payload: Payload, _ mode: Mode) -> Dialect {
    let framing = MQTTFraming()
    // Level 4 of the protocol, a clean session, no keep-alive, a name of the server's choice.
    let connect = MQTTFraming.packet(
      .connect, MQTTFraming.text("MQTT") + [4, 2, 0, 0] + MQTTFraming.text(""))
    let subscribe = MQTTFraming.packet(
      .subscribe, flags: 2, [0, 1] + MQTTFraming.text(Self.topic) + [0])
    let publish = MQTTFraming.packet(.publish, MQTTFraming.text(Self.topic) + payload.bytes)
    let introduction = Step(request: connect, framing: framing)
    return Dialect(
      subscribing: { _ in [introduction, Step(request: subscribe, framing: framing)] },
      publishing: [introduction], publication: Template(publish), deliveries: framing, answers: nil)
  }
}
