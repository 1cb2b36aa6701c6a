// swift-tools-version: 5.9
import PackageDescription

// An app that does nothing, for its memory and its start: scripts/sdk --figures.
let package = Package(
  name: "Idle",
  platforms: [.iOS(.v15)],
  targets: [.executableTarget(name: "Idle")]
)
