// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "procon",
  products: [
    .library(name: "Box", targets: ["Box"]),
    .library(name: "Domain", targets: ["Domain"]),
    .library(name: "Application", targets: ["Application"]),
  ],
  dependencies: [
  ],
  targets: [
    // Business logic: imports nothing.
    .target(name: "Box"),
    .target(name: "Domain"),
    .target(name: "Application", dependencies: ["Box", "Domain"]),

    // Data: plug-ins of the business logic.
    .target(name: "MemoryPlatform", dependencies: ["Domain"]),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["Domain"], path: "Tests/TestSupport"),
    .testTarget(name: "BoxTests", dependencies: ["Box"]),
    .testTarget(name: "DomainTests", dependencies: ["Domain", "MemoryPlatform", "TestSupport"]),
    .testTarget(
      name: "ApplicationTests",
      dependencies: ["Application", "Box", "Domain", "MemoryPlatform", "TestSupport"]),
    .testTarget(
      name: "MemoryPlatformTests", dependencies: ["Domain", "MemoryPlatform", "TestSupport"]),
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
