/// How a server is spoken to, for values of one size.
struct Dialect {
  /// What makes a connection a subscriber of the published values. The number is the subscriber's,
  /// from 0.
  let subscribing: (Int) -> [Step]
  /// What makes a connection the publisher.
  let publishing: [Step]
  /// What publishes a value.
  let publication: Template
  /// What a subscriber gets.
  let deliveries: any Framing
  /// What the publisher gets, one message a change; nil when it gets none.
  let answers: (any Framing)?
}
