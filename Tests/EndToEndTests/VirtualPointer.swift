import Expectations
import SystemTestSupport
import Testing

/// A mouse on a Wayland desktop, by the protocol wlr-virtual-pointer-unstable-v1.
final class VirtualPointer {
  private let socket: RawSocket

  /// The ids of this client's objects. Each is created by a message to an earlier one.
  private enum Object: UInt32 {
    case display = 1
    case registry
    case callback
    case manager
    case pointer
  }

  /// A message from the compositor.
  private struct Event {
    let object: Object?
    let words: ArraySlice<UInt32>
  }

  init(on display: String) throws {
    socket = try RawSocket.connect(to: display)
    try send(.display, 1, [Object.registry.rawValue])
    try send(.display, 0, [Object.callback.rawValue])
    // A global is announced by its number, the words of its interface's name, and a version.
    let interface = words(of: "zwlr_virtual_pointer_manager_v1")
    var number: UInt32?
    while case let event = try next(), event.object != .callback {
      guard event.object == .registry else { continue }
      if event.words.dropFirst().starts(with: interface) { number = event.words.first }
    }
    let manager = try require(number, "the compositor has no virtual pointers")
    try send(.registry, 0, [manager] + interface + [1, Object.manager.rawValue])
    try send(.manager, 0, [0, Object.pointer.rawValue])
  }

  /// - Parameters:
  ///   - x: in pixels from the left edge of the desktop.
  ///   - y: from the upper one.
  func move(x: Int, y: Int) throws {
    let size = [HeadlessDesktop.width, HeadlessDesktop.height]
    try send(.pointer, 1, [0] + ([x, y] + size).map(UInt32.init))
    try endFrame()
  }

  /// Presses and releases the left button.
  func click() throws {
    for state: UInt32 in [1, 0] {
      // BTN_LEFT of linux/input-event-codes.h
      try send(.pointer, 2, [0, 0x110, state])
      try endFrame()
    }
  }

  private func endFrame() throws {
    try send(.pointer, 4, [])
  }

  private func send(_ object: Object, _ operation: UInt32, _ arguments: [UInt32]) throws {
    let size = UInt32(8 + 4 * arguments.count)
    let words = [object.rawValue, size << 16 | operation] + arguments
    try socket.send(words.withUnsafeBytes { Array($0) })
  }

  private func next() throws -> Event {
    let head = try receive(2)
    let words = try receive(Int(head[1] >> 16) / 4 - 2)
    return Event(object: Object(rawValue: head[0]), words: words[...])
  }

  private func receive(_ count: Int) throws -> [UInt32] {
    let bytes = try socket.receive(exactly: 4 * count)
    try require(bytes.count == 4 * count, "the compositor has ended")
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
  }

  /// A string as the protocol encodes it: its length with a zero byte at the end, then these bytes,
  /// padded to whole words.
  private func words(of text: String) -> [UInt32] {
    var bytes = Array(text.utf8) + [0]
    let length = UInt32(bytes.count)
    while !bytes.count.isMultiple(of: 4) { bytes.append(0) }
    return [length] + bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
  }
}
