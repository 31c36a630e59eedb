// swift-tools-version: 6.2

import PackageDescription

let collections = "swift-collections"

let package = Package(
  name: "procon",
  products: [
    .library(name: "Boxes", targets: ["Boxes"]),
    .library(name: "Fetch", targets: ["Fetch"]),
    .library(name: "LoopHTTP", targets: ["LoopHTTP"]),
    .library(name: "UVLoop", targets: ["UVLoop"]),
    .library(name: "BoxWire", targets: ["BoxWire"]),
    .library(name: "BoxServer", targets: ["BoxServer"]),
    .library(name: "BoxClient", targets: ["BoxClient"]),
    .executable(name: "procond", targets: ["procond"]),
    .executable(name: "procon-client", targets: ["procon-client"]),
    .executable(name: "procon-tui", targets: ["procon-tui"]),
    .executable(name: "procon-web", targets: ["procon-web"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections.git", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
  ],
  targets: [
    // Business logic: imports nothing.
    .target(name: "Boxes"),
    .target(name: "BoardValues"),
    .target(name: "Domain"),
    .target(name: "Application", dependencies: ["Boxes", "BoardValues", "Domain"]),
    .target(name: "Fetch"),

    // Data: plug-ins of the business logic.
    .target(name: "MemoryPlatform", dependencies: ["Domain"]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "SQLitePlatform", dependencies: ["Domain", "UVLoop", "OperatingSystem", "CSQLite"]),
    .target(name: "FilePlatform", dependencies: ["Domain", "UVLoop", "OperatingSystem"]),
    .systemLibrary(name: "CCrypt", pkgConfig: "libcrypt", providers: [.apt(["libcrypt-dev"])]),
    .target(name: "AccountsPlatform", dependencies: ["Domain", "UVLoop", "CCrypt"]),
    // Without pkgConfig: libcurl is loaded when it is first used, and not linked.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "LoopHTTP", dependencies: ["Fetch", "UVLoop", "OperatingSystem", "CCurl"]),
    .target(
      name: "NetworkPlatform",
      dependencies: ["Domain", "Fetch", "LoopHTTP", "UVLoop", "OperatingSystem", "BoxWire"]),
    .target(
      name: "EtcdPlatform",
      dependencies: ["Domain", "Fetch", "LoopHTTP", "UVLoop", "OperatingSystem", "BoxWire"]),

    // What is Linux and not the loop.
    .systemLibrary(name: "CLinux"),
    .target(name: "OperatingSystem", dependencies: ["CLinux"]),

    // The loop, the protocol, the server, the client.
    .systemLibrary(name: "CLibuv", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),
    .target(
      name: "UVLoop",
      dependencies: [
        "CLibuv", "OperatingSystem", .product(name: "DequeModule", package: collections),
      ]),
    .target(name: "BoxWire"),
    .target(
      name: "BoxServer",
      dependencies: [
        "Boxes", "BoxWire", "UVLoop", "OperatingSystem",
        .product(name: "DequeModule", package: collections),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .target(name: "BoxClient", dependencies: ["BoxWire", "UVLoop", "OperatingSystem"]),

    // What any terminal program needs.
    // Without pkgConfig: Debian's has a flag that SwiftPM warns about in each build.
    .systemLibrary(name: "CUtf8proc", providers: [.apt(["libutf8proc-dev"])]),
    .target(name: "Terminal", dependencies: ["CUtf8proc", "UVLoop", "OperatingSystem"]),

    .target(
      name: "TerminalClient",
      dependencies: [
        "BoxClient", "BoxWire", "BoardValues", "UVLoop", "OperatingSystem",
        "Terminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Without pkgConfig, likewise.
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),

    // Programs.
    .executableTarget(
      name: "procond",
      dependencies: [
        "Boxes", "BoardValues", "Domain", "Application", "Fetch", "MemoryPlatform",
        "LoopHTTP", "NetworkPlatform", "EtcdPlatform", "SQLitePlatform", "FilePlatform",
        "AccountsPlatform", "UVLoop", "OperatingSystem", "BoxWire", "BoxServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(
      name: "procon-client",
      dependencies: [
        "TerminalClient", "BoxClient", "BoxWire", "BoardValues", "UVLoop", "OperatingSystem",
        "Terminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "procon-tui",
      dependencies: [
        "TerminalClient", "BoxClient", "BoxWire", "BoardValues", "UVLoop", "OperatingSystem",
        "Terminal", "CNcurses",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Without pkgConfig, which would only name the library.
    .systemLibrary(name: "CMicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .executableTarget(
      name: "procon-web",
      dependencies: [
        "BoxClient", "BoxWire", "BoardValues", "UVLoop", "OperatingSystem", "CMicrohttpd",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // What tests share, by what it needs: test targets too, so that a build without tests compiles
    // none of it.
    .testTarget(name: "Expectations"),
    .testTarget(name: "DomainTestSupport", dependencies: ["Domain"]),
    .testTarget(name: "SystemTestSupport"),
    .testTarget(
      name: "HTTPTestSupport", dependencies: ["SystemTestSupport"],
      exclude: ["board.py", "server.py", "services.py"]),
    .testTarget(name: "UVLoopTestSupport", dependencies: ["UVLoop"]),
    .testTarget(
      name: "BoxWireTestSupport", dependencies: ["BoxWire", "SystemTestSupport"],
      exclude: ["Schema/openrpc.json", "Schema/validate.py"]),
    .testTarget(
      name: "SessionTestSupport",
      dependencies: [
        "Boxes", "BoardValues", "BoxServer", "BoxWire", "UVLoop", "SystemTestSupport",
      ]),

    .testTarget(
      name: "procondTestSupport",
      dependencies: [
        "procond", "BoxWireTestSupport", "SystemTestSupport", "UVLoop", "UVLoopTestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),

    // Tests.
    .testTarget(name: "BoxesTests", dependencies: ["Expectations", "Boxes"]),
    .testTarget(name: "FetchTests", dependencies: ["Expectations", "Fetch"]),
    .testTarget(
      name: "DomainTests",
      dependencies: ["Expectations", "Domain", "MemoryPlatform", "DomainTestSupport"]),
    .testTarget(
      name: "ApplicationTests",
      dependencies: [
        "Expectations",
        "Application", "Boxes", "BoardValues", "Domain", "MemoryPlatform", "DomainTestSupport",
      ]),
    .testTarget(
      name: "PresentationExamples",
      dependencies: [
        "Expectations",
        "Application", "Boxes", "BoardValues", "Domain", "MemoryPlatform", "DomainTestSupport",
      ]),
    .testTarget(
      name: "MemoryPlatformTests",
      dependencies: ["Expectations", "Domain", "MemoryPlatform", "DomainTestSupport"]),
    .testTarget(
      name: "SQLitePlatformTests",
      dependencies: [
        "Expectations",
        "Domain", "SQLitePlatform", "UVLoop", "DomainTestSupport", "SystemTestSupport",
        "UVLoopTestSupport",
      ]),
    .testTarget(
      name: "FilePlatformTests",
      dependencies: [
        "Expectations",
        "Domain", "FilePlatform", "UVLoop", "DomainTestSupport", "SystemTestSupport",
        "UVLoopTestSupport",
      ]),
    .testTarget(
      name: "AccountsPlatformTests",
      dependencies: [
        "Expectations",
        "AccountsPlatform", "Domain", "UVLoop", "SystemTestSupport", "UVLoopTestSupport",
      ]),
    .testTarget(
      name: "LoopHTTPTests",
      dependencies: [
        "Expectations",
        "LoopHTTP", "Fetch", "UVLoop", "HTTPTestSupport", "SystemTestSupport",
        "UVLoopTestSupport",
      ]),
    .testTarget(
      name: "NetworkPlatformTests",
      dependencies: [
        "Expectations",
        "NetworkPlatform", "LoopHTTP", "BoxWire", "Domain", "Fetch", "UVLoop",
        "DomainTestSupport", "HTTPTestSupport", "SystemTestSupport", "UVLoopTestSupport",
      ]),
    .testTarget(
      name: "EtcdTestSupport", dependencies: ["SystemTestSupport"], exclude: ["proxy.py"]),
    .testTarget(
      name: "EtcdPlatformTests",
      dependencies: [
        "Expectations",
        "EtcdPlatform", "LoopHTTP", "BoxWire", "Domain", "UVLoop",
        "DomainTestSupport", "EtcdTestSupport", "HTTPTestSupport", "SystemTestSupport",
        "UVLoopTestSupport",
      ]),
    .testTarget(
      name: "OperatingSystemTests",
      dependencies: ["Expectations", "OperatingSystem", "SystemTestSupport"]),
    .testTarget(
      name: "UVLoopTests",
      dependencies: ["Expectations", "CLibuv", "UVLoop", "SystemTestSupport", "UVLoopTestSupport"]),
    .testTarget(
      name: "BoxWireTests",
      dependencies: ["Expectations", "BoxWire", "BoxWireTestSupport", "SystemTestSupport"]),
    .testTarget(
      name: "BoxServerTests",
      dependencies: [
        "Expectations",
        "Boxes", "OperatingSystem", "UVLoop", "BoxServer", "BoxWire",
        "BoxWireTestSupport", "SystemTestSupport", "UVLoopTestSupport",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "BoxClientTests",
      dependencies: [
        "Expectations",
        "BoxClient", "procond", "UVLoop", "BoxWire",
        "BoxWireTestSupport", "SystemTestSupport", "UVLoopTestSupport",
      ]),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "Expectations", "Terminal", "UVLoop", "SystemTestSupport", "UVLoopTestSupport",
      ]),
    .testTarget(
      name: "TerminalClientTests",
      dependencies: [
        "Expectations",
        "TerminalClient", "BoxClient", "BoxWire", "BoardValues", "Terminal", "UVLoop",
        "SystemTestSupport",
      ]),
    .testTarget(
      name: "procondTests",
      dependencies: [
        "Expectations",
        "procond", "AccountsPlatform", "BoardValues", "BoxServer", "BoxWire", "Domain",
        "OperatingSystem", "SQLitePlatform", "UVLoop",
        "BoxWireTestSupport", "procondTestSupport", "SessionTestSupport", "SystemTestSupport",
        "UVLoopTestSupport",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "procon-clientTests",
      dependencies: [
        "Expectations",
        "procon-client", "TerminalClient", "BoxClient", "BoardValues", "UVLoop", "Terminal",
        "BoxWire", "Boxes", "BoxServer",
        "SessionTestSupport", "SystemTestSupport", "UVLoopTestSupport",
      ]),
    .testTarget(
      name: "procon-tuiTests",
      dependencies: [
        "Expectations",
        "procon-tui", "BoxClient", "BoxWire", "BoardValues", "Terminal", "TerminalClient", "UVLoop",
        "SessionTestSupport", "SystemTestSupport", "UVLoopTestSupport",
      ]),
    .testTarget(
      name: "procon-webTests",
      dependencies: [
        "Expectations", "procon-web", "BoxClient", "BoxWire", "UVLoop", "UVLoopTestSupport",
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Expectations",
        "procond", "procon-client", "procon-tui", "procon-web", "BoxWire", "BoxWireTestSupport",
        "EtcdTestSupport", "HTTPTestSupport", "procondTestSupport", "SystemTestSupport",
      ]),
  ]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}
