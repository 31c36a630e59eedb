import BoxWire
import Expectations
import Testing

struct SocketPlacesTests {
  @Test func `the user's own socket is in the runtime directory`() {
    let places = SocketPlaces(environment: ["XDG_RUNTIME_DIR": "/run/user/1000"], userID: 1000)
    expect(places.own, equals: "/run/user/1000/procon/procon.sock")
  }

  @Test(arguments: [
    [:], ["XDG_RUNTIME_DIR": ""], ["XDG_RUNTIME_DIR": "run/user"], ["HOME": "/root"],
  ])
  func `without an absolute runtime directory it is in the user's directory in tmp`(
    _ environment: [String: String]
  ) {
    let places = SocketPlaces(environment: environment, userID: 1000)
    expect(places.own, equals: "/tmp/procon-1000/procon.sock")
  }

  @Test func `the system's socket is where services have theirs`() {
    expect(SocketPlaces.system, equals: "/run/procon/procon.sock")
  }
}
