import BoxWireTestSupport
import Glibc
import SystemTestSupport
import Testing

/// The README's instructions for newcomers, followed word for word.
@Suite(.blocking) struct ReadmeTests {
  private let user = TestUser()

  @Test(.enabled(if: !systemDaemonListens))
  func `the commands for the second terminal show on the board in the first`() throws {
    let terminal = try PseudoTerminal()
    let board = try user.client("subscribe", input: .terminal, output: .terminal(terminal))
    try board.wait { terminal.screen.contains("Artificial Intelligence") }
    let commands = try Readme.block(after: "## A second terminal", "sh").split(separator: "\n")
    #expect(commands.first == "alias procon=.build/release/procon-client")
    var outputs: [String] = []
    for command in commands.dropFirst() {
      let process = try user.shell("procon() { exec procon-client \"$@\"; }\n\(command)")
      if command.hasPrefix("procon subscribe") {
        outputs.append([try process.nextLine(), try process.nextLine()].sorted().joined())
        continue
      }
      #expect(try process.waitForEnd() == .exited(0), "\(command): \(process.errors)")
      #expect(process.errors == "")
      outputs.append(process.output)
    }
    #expect(outputs.count == 10)
    let lists = outputs.filter {
      $0.hasPrefix("topics.") && $0.contains("topics.which-editor.summary")
    }
    #expect(lists.count == 2)
    #expect(outputs[2].contains(#""id":"which-editor""#))
    try board.wait { terminal.screen.contains("+ Error reduction ×5") }
    #expect(terminal.screen.contains("+ Always awake ×2"))
    #expect(!terminal.screen.contains("Lesser jobs"))
    #expect(terminal.screen.lines[1] == "5 pros · 2 cons · score +8 · leans pro")
    for (number, score) in [(3, 4), (9, 8)] {
      #expect(outputs[number].hasPrefix("topics.ai.summary\t{"))
      #expect(outputs[number].contains("\"score\":\(score),"))
    }
  }

  @Test func `the commands for prompts and scripts do what they say`() throws {
    let daemon = try DaemonProcess()
    let peer = try daemon.connect()
    let notify = try user.shell(
      "mkdir $HOME/bin; cd; printf '#!/bin/sh\\necho \"$@\"\\n' > bin/notify-send; chmod 755 bin/notify-send"
    )
    #expect(try notify.waitForEnd() == .exited(0))
    let commands = try Readme.block(after: "## A second terminal", "sh", number: 2)
      .split(separator: "\n").map { command in
        try user.shell(
          "PATH=$HOME/bin:$PATH; procon() { procon-client \"$@\"; }\n\(command)",
          environment: ["PROCON_SOCKET": daemon.socket])
      }
    #expect(commands.count == 4)
    #expect(try commands[0].nextLine() == "Artificial Intelligence: 1")
    try commands[1].wait { commands[1].errors.contains("no shared.build.state yet") }
    try peer.set("shared.build.state", #""done""#)
    #expect(try commands[1].waitForEnd() == .exited(0))
    #expect(try commands[3].nextLine() == "procond 0.1.0 is running")
    try commands[3].wait { commands[3].output.contains("\n changes/s        total  box\n") }
    // watch-exec was started before, and runs its command once it watches.
    var number = 0
    try waitUntil("the command has run") {
      number += 1
      try peer.call("topics.ai.pros.add", #"{"text":"\#(number)"}"#)
      return (try? commands[2].wait(within: .milliseconds(100)) { !commands[2].output.isEmpty })
        != nil
    }
    #expect(commands[2].output.hasPrefix("A decision changed\n"))
  }

  @Test func `the commands with socat and jq print one line per change`() throws {
    let daemon = try DaemonProcess()
    let script = try Readme.block(after: "### socat and jq", "sh", number: 2)
      .replacing("/tmp/board.sock", with: daemon.socket)
    let pipeline = try user.shell(script, input: .pipe)
    #expect(try pipeline.nextLine() == "topics.ai.summary 1")
    let peer = try daemon.connect()
    try peer.call("topics.ai.pros.add", #"{"text":"one"}"#)
    #expect(try pipeline.nextLine() == "topics.ai.summary 2")
    try peer.call("topics.ai.cons.add", #"{"text":"one","weight":5}"#)
    #expect(try pipeline.nextLine() == "topics.ai.summary -3")
    daemon.process.signal(SIGTERM)
    pipeline.endInput()
    #expect(try pipeline.waitForEnd() == .exited(0), "\(pipeline.errors)")
    #expect(pipeline.output.split(separator: "\n").count == 3)
  }

  @Test func `the command that starts a daemon by hand starts one`() throws {
    let path = user.directory.file("board.sock")
    let line = try Readme.block(after: "### socat and jq", "sh")
      .replacing("/tmp/board.sock", with: path)
      .replacing(".build/release/", with: "")
    let shell = try user.shell("\(line) echo $! && wait")
    let daemon = try #require(Int32(try shell.nextLine()))
    try shell.wait { shell.errors.contains("listening on \(path)") }
    let ping = try user.client("ping", "--socket", path)
    #expect(try ping.waitForEnd() == .exited(0))
    kill(daemon, SIGTERM)
    #expect(try shell.waitForEnd() == .exited(0))
  }

  @Test func `the Python program prints a line at once and one per change`() throws {
    let daemon = try DaemonProcess()
    let script = user.directory.file("board.py")
    let save = try user.shell("cat > \(script)", input: .pipe)
    try save.write(try Readme.block(after: "### Python", "python"))
    save.endInput()
    try save.waitForEnd()
    let python = try user.shell(
      "PROCON_SOCKET=/tmp/board.sock exec python3 board.py"
        .replacing("/tmp/board.sock", with: daemon.socket).replacing("board.py", with: script))
    #expect(try python.nextLine() == "topics.ai.summary Artificial Intelligence 1")
    let add = try user.client("add", "con", "Too fast", "--socket", daemon.socket)
    try add.waitForEnd()
    #expect(try python.nextLine() == "topics.ai.summary Artificial Intelligence 0")
    daemon.process.signal(SIGTERM)
    #expect(try python.waitForEnd() == .exited(0), "\(python.errors)")
    #expect(Readme.text.contains("`PROCON_SOCKET=/tmp/board.sock python3 board.py`"))
  }
}
