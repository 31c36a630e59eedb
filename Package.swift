// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "procon",
  products: [
    .library(name: "Box", targets: ["Box"]),
  ],
  dependencies: [
  ],
  targets: [
    // Business logic: imports nothing.
    .target(name: "Box"),
    .testTarget(name: "BoxTests", dependencies: ["Box"]),
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
