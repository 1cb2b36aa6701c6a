// swift-tools-version: 6.2
import PackageDescription

// Apple's API on Linux: modules with Apple's names, each a thin declaration over the client library, which is the
// only thing that this package depends on. Nothing is decided here. A package of its own, because packages that
// look for a module of Apple's (`canImport`) find every module of their graph (docs/decisions/0060).
//
// scripts/sdk builds and installs it; it sets TORPOR_BUILD=library, with which Torpor has no dependency either.
guard Context.environment["TORPOR_BUILD"] == "library" else {
  fatalError(
    "With other packages in its graph the build depends on its order. Use scripts/sdk, or set TORPOR_BUILD=library."
  )
}

let package = Package(
  name: "TorporSDK",
  products: [
    // All modules in one library, which every app of the machine shares.
    .library(
      name: "TorporSDK",
      type: .dynamic,
      targets: ["BackgroundTasks", "OSLog", "UIKit", "UserNotifications", "_Testing_UIKit", "os"]
    )
  ],
  dependencies: [.package(name: "Torpor", path: "..")],
  targets: [
    // The halves of modules that C declares, for `import UIKit.UIApplication`, `import os.log` and @UIApplicationMain.
    .systemLibrary(name: "CUIKit"),
    .systemLibrary(name: "COS"),
    .target(name: "CAppleRuntime"),

    // What Apple's Foundation has and Linux's lacks, and the app's one connection with the system.
    .target(
      name: "AppleSupport",
      dependencies: ["CAppleRuntime", .product(name: "Torpor", package: "Torpor")]
    ),

    // The lock that COS declares is in CAppleRuntime.
    .target(name: "os", dependencies: ["COS", "CAppleRuntime"]),
    .target(name: "OSLog", dependencies: ["os"]),
    .target(
      name: "UserNotifications",
      dependencies: ["AppleSupport", .product(name: "Torpor", package: "Torpor")]
    ),
    .target(
      name: "BackgroundTasks",
      dependencies: ["AppleSupport", .product(name: "Torpor", package: "Torpor")]
    ),
    .target(
      name: "UIKit",
      dependencies: [
        "CUIKit", "CAppleRuntime", "AppleSupport", "UserNotifications",
        .product(name: "Torpor", package: "Torpor"),
      ]
    ),
    // Swift Testing imports it into every test that can see a module UIKit.
    .target(name: "_Testing_UIKit"),

    .testTarget(name: "AppleSupportTests", dependencies: ["AppleSupport", "os"]),
    .testTarget(
      name: "UIKitTests",
      dependencies: [
        "AppleSupport", "UIKit", "BackgroundTasks", "UserNotifications", "_Testing_UIKit",
        .product(name: "Torpor", package: "Torpor"),
      ]
    ),
  ]
)

for target in package.targets where target.type != .system && target.name != "CAppleRuntime" {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
  ]
}
