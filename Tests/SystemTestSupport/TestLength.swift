// Absent from builds without tests, such as release builds, which lack the module Testing.
#if canImport(Testing)
  internal import Glibc
  package import Testing

  /// How much the tests do. By default, each long test is replaced by a small sample of it.
  package enum TestLength {
    /// Whether the long tests run: `PROCON_TESTS=long` in the environment, as the README says.
    package static let isLong = getenv("PROCON_TESTS").map { String(cString: $0) } == "long"

    /// The size of a test: of its sample, or of the long test.
    package static func size(_ sample: Int, long: Int) -> Int { isLong ? long : sample }
  }

  extension Trait where Self == ConditionTrait {
    /// For tests that only the README's command for the long tests runs, and installs programs for.
    package static var long: Self {
      .enabled(if: TestLength.isLong, "a long test: set PROCON_TESTS=long")
    }
  }
#endif
