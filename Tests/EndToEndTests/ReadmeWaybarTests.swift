import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The README's module in a real Waybar, with a colored area in place of each icon.
@Suite(.blocking, .long) struct ReadmeWaybarTests {
  private let user = TestUser()
  private let daemon: DaemonProcess
  private let desktop: HeadlessDesktop
  private let module: JSONText

  init() throws {
    daemon = try DaemonProcess()
    desktop = try HeadlessDesktop(of: user)
    let text = try Readme.block(after: "### Waybar", "json")
    module = try require(try JSONText(parsing: "{\(text)}".utf8)["custom/decision"])
  }

  private static let colors = [
    "pro": "00ff00", "con": "ff0000", "even": "00ffff", "disconnected": "0000ff",
    "alert": "ffff00", "default": "c0c0c0",
  ]
  private static let tooltipColor = "ff00ff"

  /// Starts Waybar with the module at the upper left.
  private func startBar() throws -> UserProcess {
    let icons = try require(module["format-icons"]?.members)
    expect(Set(icons.map(\.name)), equals: Set(Self.colors.keys))
    let areas = icons.map { icon in
      let color = Self.colors[icon.name] ?? ""
      return (name: icon.name, value: JSONText("<span background='#\(color)'>    </span>"))
    }
    let members = try require(module.members).map {
      $0.name == "format-icons" ? ($0.name, JSONText(members: areas)) : $0
    }
    let configuration = JSONText(members: [
      ("height", JSONText(30)),
      ("modules-left", JSONText(elements: [JSONText("custom/decision")])),
      ("custom/decision", JSONText(members: members)),
    ])
    let (file, style) = (user.directory.file("config"), user.directory.file("style.css"))
    try write(configuration.description, to: file)
    try write("tooltip, tooltip * { background: #\(Self.tooltipColor); }", to: style)
    return try user.shell(
      "PATH=$HOME/bin:$PATH exec waybar -c \(file) -s \(style)",
      environment: ["WAYLAND_DISPLAY": desktop.display, "PROCON_SOCKET": daemon.socket])
  }

  private func waitForIcon(_ name: String) throws {
    try waitUntil("the icon is \(name)") {
      let shown = try desktop.colors
      return Self.colors.filter { shown.contains($0.value) }.map(\.key) == [name]
    }
  }

  @Test func `the icon shows the leaning, or that the connection is lost`() throws {
    let bar = try startBar()
    try waitForIcon("pro")
    let peer = try daemon.connect()
    try peer.call("topics.ai.cons.add", #"{"text":"Too fast"}"#)
    try waitForIcon("even")
    try peer.call("topics.ai.cons.add", #"{"text":"Too slow"}"#)
    try waitForIcon("con")
    daemon.process.signal(SIGKILL)
    try waitForIcon("disconnected")
    expect(bar.end == nil)
  }

  @Test func `a click opens the board in a terminal`() throws {
    let terminal = try user.shell(
      #"""
      mkdir ~/bin && cat >~/bin/x-terminal-emulator <<'END' && chmod 755 ~/bin/x-terminal-emulator
      #!/bin/sh
      [ "$1" = -e ] && shift && exec "$@" --once >~/terminal
      END
      """#)
    try require(try terminal.waitForEnd() == .exited(0))
    let bar = try startBar()
    try waitForIcon("pro")
    let pointer = try VirtualPointer(on: desktop.display)
    try pointer.move(x: 10, y: 15)
    // The bar gets clicks as soon as it has noticed the pointer.
    try waitUntil("the tooltip is shown") { try desktop.colors.contains(Self.tooltipColor) }
    try pointer.click()
    try waitUntil("the terminal shows the board") {
      contents(of: user.directory.file("home/terminal"))?.contains("topics.ai.summary\t") == true
    }
    expect(bar.end == nil)
  }
}
