// swift-tools-version: 6.0
import PackageDescription

// What SimulatedDevice does to an app, as its developer sees it: built with the installed SDK, and with nothing else of
// Torpor. Run by scripts/sdk --devices.
let package = Package(
  name: "Devices",
  targets: [.testTarget(name: "AppTests", swiftSettings: [.swiftLanguageMode(.v5)])]
)
