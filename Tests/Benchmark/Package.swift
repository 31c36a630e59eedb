// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "procon-bench",
  products: [.executable(name: "procon-bench", targets: ["procon-bench"])],
  dependencies: [
    // Named, since its directory may have any name.
    .package(name: "procon", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
  ],
  targets: [
    .systemLibrary(name: "CEpoll"),
    .executableTarget(
      name: "procon-bench",
      dependencies: [
        "CEpoll", .product(name: "BoxWire", package: "procon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "procon-benchTests",
      dependencies: ["procon-bench", .product(name: "BoxWire", package: "procon")]),
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
