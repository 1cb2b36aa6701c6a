// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Magazine",
  platforms: [.iOS(.v12)],
  targets: [
    .executableTarget(name: "Magazine"),
    .testTarget(name: "MagazineTests", dependencies: ["Magazine"]),
  ]
)
