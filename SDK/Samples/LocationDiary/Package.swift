// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "LocationDiary",
  platforms: [.iOS(.v15)],
  targets: [
    .executableTarget(name: "LocationDiary"),
    .testTarget(name: "LocationDiaryTests", dependencies: ["LocationDiary"]),
  ]
)
