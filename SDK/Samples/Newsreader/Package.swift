// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Newsreader",
  platforms: [.iOS(.v15)],
  targets: [
    .executableTarget(name: "Newsreader"),
    .testTarget(name: "NewsreaderTests", dependencies: ["Newsreader"]),
  ]
)
