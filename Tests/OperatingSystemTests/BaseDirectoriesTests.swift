import Expectations
import OperatingSystem
import Testing

struct BaseDirectoriesTests {
  @Test(arguments: [
    (["XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/s", "/c"),
    (["HOME": "/h"], "/h/.local/state", "/h/.config"),
    // The specification requires ignoring paths that are not absolute.
    (
      ["XDG_STATE_HOME": "s", "XDG_CONFIG_HOME": "", "HOME": "/h"], "/h/.local/state", "/h/.config"
    ),
    (["HOME": "h"], nil, nil), ([:], nil, nil),
  ])
  func `the environment determines the directories`(
    environment: [String: String], state: String?, configuration: String?
  ) {
    let directories = BaseDirectories(environment: environment)
    expect(directories.state, equals: state)
    expect(directories.configuration, equals: configuration)
  }
}
