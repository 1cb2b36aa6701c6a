// swift-tools-version: 5.9
import PackageDescription

// The checkout of Torpor's own build, so that nothing is downloaded.
let package = Package(
  name: "Command",
  dependencies: [.package(path: "../../../.build-tested/checkouts/swift-argument-parser")],
  targets: [
    .executableTarget(
      name: "Command",
      dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")]
    )
  ]
)
