import Expectations
import Glibc
import OperatingSystem
import Testing

struct EnvironmentTests {
  @Test func `an unset or empty variable is nil`() async {
    await #expect(processExitsWith: .success) {
      setenv("PROCON_A", "b=c", 1)
      setenv("PROCON_EMPTY", "", 1)
      expect(Environment["PROCON_A"], equals: "b=c")
      expect(Environment["PROCON_EMPTY"] == nil)
      expect(Environment["PROCON_NONE"] == nil)
      expect(Environment.variables["PROCON_A"], equals: "b=c")
      expect(Environment.variables["PROCON_EMPTY"], equals: "")
      expect(Environment.variables["PROCON_NONE"] == nil)
    }
  }
}
