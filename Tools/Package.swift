// swift-tools-version: 6.2
import PackageDescription

// What makes code of the checked-in interfaces; scripts/generate runs it. Apart from the root package, so that
// nobody who builds Torpor builds it.
let package = Package(
  name: "TorporTools",
  targets: [
    .executableTarget(
      name: "torpor-interfaces",
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .treatAllWarnings(as: .error),
      ]
    )
  ]
)
