// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "PodcastPlayer",
  platforms: [.iOS(.v15)],
  targets: [
    .executableTarget(name: "PodcastPlayer"),
    .testTarget(name: "PodcastPlayerTests", dependencies: ["PodcastPlayer"]),
  ]
)
