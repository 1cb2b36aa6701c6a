// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Notes",
  dependencies: [.package(name: "Torpor", path: "../..")],
  targets: [
    .executableTarget(
      name: "Notes",
      dependencies: [.product(name: "Torpor", package: "Torpor")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
    )
  ]
)
