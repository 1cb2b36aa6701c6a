// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "PhotoBackup",
  platforms: [.iOS(.v15)],
  targets: [
    .executableTarget(name: "PhotoBackup"),
    .testTarget(name: "PhotoBackupTests", dependencies: ["PhotoBackup"]),
  ]
)
