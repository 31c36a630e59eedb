// swift-tools-version: 6.2

import PackageDescription

let collections = "swift-collections"

let package = Package(
  name: "procon",
  products: [
    .library(name: "Box", targets: ["Box"]),
    .library(name: "Domain", targets: ["Domain"]),
    .library(name: "Application", targets: ["Application"]),
    .library(name: "Loop", targets: ["Loop"]),
    .library(name: "Wire", targets: ["Wire"]),
    .library(name: "Server", targets: ["Server"]),
    .library(name: "Client", targets: ["Client"]),
    .executable(name: "procond", targets: ["procond"]),
    .executable(name: "procon-client", targets: ["procon-client"]),
    .executable(name: "procon-bench", targets: ["procon-bench"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections.git", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
  ],
  targets: [
    // Business logic: imports nothing.
    .target(name: "Box"),
    .target(name: "Domain"),
    .target(name: "Application", dependencies: ["Box", "Domain"]),

    // Data: plug-ins of the business logic.
    .target(name: "MemoryPlatform", dependencies: ["Domain"]),

    // The loop, the protocol, the server, the client.
    .systemLibrary(name: "CLibuv", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),
    .target(
      name: "Loop",
      dependencies: ["CLibuv", .product(name: "DequeModule", package: collections)]),
    .target(name: "Wire"),
    .target(
      name: "Server",
      dependencies: [
        "Box", "Wire", "Loop",
        .product(name: "DequeModule", package: collections),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .target(name: "Client", dependencies: ["Wire", "Loop"]),

    // Programs.
    .executableTarget(
      name: "procond",
      dependencies: [
        "Box", "Domain", "Application", "MemoryPlatform", "Loop", "Wire", "Server",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(
      name: "procon-client",
      dependencies: [
        "Client", "Wire", "Loop",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "procon-bench",
      dependencies: [
        "Loop", "Wire",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "procon-manual",
      dependencies: [
        "Wire",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["Domain", "Loop", "Wire"], path: "Tests/TestSupport"),
    .testTarget(name: "BoxTests", dependencies: ["Box"]),
    .testTarget(name: "DomainTests", dependencies: ["Domain", "MemoryPlatform", "TestSupport"]),
    .testTarget(
      name: "ApplicationTests",
      dependencies: ["Application", "Box", "Domain", "MemoryPlatform", "TestSupport"]),
    .testTarget(
      name: "MemoryPlatformTests", dependencies: ["Domain", "MemoryPlatform", "TestSupport"]),
    .testTarget(name: "LoopTests", dependencies: ["Loop", "TestSupport"]),
    .testTarget(name: "WireTests", dependencies: ["Wire", "TestSupport"]),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Box", "Loop", "Server", "TestSupport", "Wire",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "ClientTests", dependencies: ["Client", "procond", "Loop", "Wire", "TestSupport"]),
    .testTarget(
      name: "procon-clientTests",
      dependencies: ["procon-client", "Client", "Loop", "TestSupport", "Wire"]),
    .testTarget(
      name: "procon-benchTests",
      dependencies: ["procon-bench", "procond", "Loop", "TestSupport", "Wire"]),
    .testTarget(
      name: "procon-manualTests", dependencies: ["procon-manual", "TestSupport", "Wire"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["procond", "procon-client", "procon-manual", "Wire", "TestSupport"]),
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
