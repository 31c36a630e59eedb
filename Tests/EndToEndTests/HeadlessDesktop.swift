import Glibc
import SystemTestSupport

/// A Wayland desktop without a display, for the graphical programs of a user.
final class HeadlessDesktop {
  static let width = 400
  static let height = 200

  private let user: TestUser
  private let directory = TemporaryDirectory()
  private let compositor: UserProcess
  /// For `WAYLAND_DISPLAY`: the path of the socket.
  let display: String

  init(of user: TestUser) throws {
    self.user = user
    let configuration = directory.file("config")
    try write(
      """
      xwayland disable
      output * resolution \(Self.width)x\(Self.height)
      exec echo "$WAYLAND_DISPLAY"

      """, to: configuration)
    var command = "sway -c \(configuration)"
    // sway does not run as root. 65534 is nobody.
    if geteuid() == 0 {
      for path in [directory.path, configuration] { try check("chown", chown(path, 65534, 65534)) }
      command = "setpriv --reuid=65534 --regid=65534 --clear-groups \(command)"
    }
    compositor = try user.shell(
      "exec \(command)",
      environment: [
        "HOME": directory.path, "XDG_RUNTIME_DIR": directory.path, "WLR_BACKENDS": "headless",
        "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
      ])
    display = directory.file(try compositor.nextLine())
  }

  /// The colors of all pixels, each as six hexadecimal digits.
  var colors: Set<String> {
    get throws {
      let picture = try user.shell(
        "grim -t ppm - | tail -n +4 | od -An -v -tx1 -w3 | tr -d ' ' | sort -u",
        environment: ["WAYLAND_DISPLAY": display])
      try picture.waitForEnd()
      return Set(picture.output.split(separator: "\n").map(String.init))
    }
  }
}
