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
      targets: [
        "AVFAudio", "AVFoundation", "BackgroundTasks", "CallKit", "Combine", "CoreBluetooth",
        "CoreLocation", "ExternalAccessory", "NewsstandKit", "OSLog", "PushKit", "PushToTalk",
        "QuartzCore",
        "SwiftUI", "UIKit", "UserNotifications", "WidgetKit", "_Testing_UIKit", "os",
      ]
    )
  ],
  dependencies: [.package(name: "Torpor", path: "..")],
  targets: [
    // The halves of modules that C declares, for `import UIKit.UIApplication`, `import os.log` and @UIApplicationMain.
    .systemLibrary(name: "CUIKit"),
    .systemLibrary(name: "COS"),
    .target(name: "CAppleRuntime"),

    // Our own, for publishers that apps have beside their background code; nothing but Foundation is behind it.
    .target(name: "Combine"),
    // What Apple's Foundation has and Linux's lacks, and the app's one connection with the system.
    .target(
      name: "AppleSupport",
      dependencies: ["CAppleRuntime", "Combine", .product(name: "Torpor", package: "Torpor")]
    ),

    // The lock that COS declares is in CAppleRuntime.
    .target(name: "os", dependencies: ["COS", "CAppleRuntime"]),
    .target(name: "OSLog", dependencies: ["os"]),
    .target(
      name: "UserNotifications",
      dependencies: ["AppleSupport", "CoreLocation", .product(name: "Torpor", package: "Torpor")]
    ),
    .target(
      name: "BackgroundTasks",
      dependencies: ["AppleSupport", .product(name: "Torpor", package: "Torpor")]
    ),
    .target(
      name: "CoreLocation",
      dependencies: ["AppleSupport", .product(name: "Torpor", package: "Torpor")]
    ),
    .target(
      name: "UIKit",
      dependencies: [
        "CUIKit", "CAppleRuntime", "AppleSupport", "UserNotifications",
        .product(name: "Torpor", package: "Torpor"),
      ]
    ),
    .target(
      name: "AVFAudio",
      dependencies: ["AppleSupport", .product(name: "Torpor", package: "Torpor")]
    ),
    .target(
      name: "CallKit",
      dependencies: ["AppleSupport", .product(name: "Torpor", package: "Torpor")]
    ),
    .target(
      name: "PushKit",
      dependencies: ["AppleSupport", .product(name: "Torpor", package: "Torpor")]
    ),
    .target(
      name: "PushToTalk",
      dependencies: [
        "AppleSupport", "AVFAudio", "UIKit", .product(name: "Torpor", package: "Torpor"),
      ]
    ),
    .target(
      name: "CoreBluetooth",
      dependencies: ["AppleSupport", .product(name: "Torpor", package: "Torpor")]
    ),
    .target(
      name: "ExternalAccessory",
      dependencies: ["AppleSupport", .product(name: "Torpor", package: "Torpor")]
    ),
    // Over a background session of the SDK's.
    .target(name: "NewsstandKit", dependencies: ["AppleSupport"]),
    // The life cycle of an app, without views.
    .target(
      name: "SwiftUI",
      dependencies: [
        "AppleSupport", "BackgroundTasks", "Combine", "UIKit",
        .product(name: "Torpor", package: "Torpor"),
      ]
    ),
    // Names that such code imports, with what of them means something here.
    .target(name: "AVFoundation", dependencies: ["AVFAudio"]),
    .target(name: "QuartzCore", dependencies: ["AppleSupport"]),
    .target(name: "WidgetKit", dependencies: ["AppleSupport"]),
    // Swift Testing imports it into every test that can see a module UIKit.
    .target(name: "_Testing_UIKit"),

    .testTarget(name: "CombineTests", dependencies: ["Combine"]),
    .testTarget(name: "AppleSupportTests", dependencies: ["AppleSupport", "os"]),
    .testTarget(
      name: "UIKitTests",
      dependencies: [
        "AppleSupport", "AVFoundation", "CallKit", "PushKit", "QuartzCore", "UIKit",
        "BackgroundTasks", "CoreBluetooth", "CoreLocation", "ExternalAccessory", "NewsstandKit",
        "PushToTalk", "SwiftUI", "UserNotifications", "WidgetKit", "_Testing_UIKit",
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
