// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Messenger",
  platforms: [.iOS(.v14)],
  targets: [
    .executableTarget(name: "Messenger"),
    .testTarget(name: "MessengerTests", dependencies: ["Messenger"]),
  ]
)
