// swift-tools-version: 6.2
import PackageDescription

// The services: programs that serve or speak a web protocol, in a package of their own, so that nobody who builds
// Torpor builds a web server. Of Torpor they take TorporPages, which knows what the daemon is asked and how its
// answers are shown, TorporPush, the rule for silent pushes, and TorporSQLite.
// scripts/build-services builds them.
let package = Package(
  name: "TorporServices",
  products: [
    .executable(name: "torpor-dashboard", targets: ["torpor-dashboard"]),
    .executable(name: "torpor-gateway", targets: ["torpor-gateway"]),
    .executable(name: "torpor-pushd", targets: ["torpor-pushd"]),
  ],
  dependencies: [
    .package(name: "Torpor", path: ".."),
    // Without its traits, which bring the whole of Foundation and a reader of configuration files.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird",
      exact: "2.28.1",
      traits: []
    ),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-http2", exact: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    // Everything but the command line: who may see what, the pages, and the daemon's answers.
    .target(
      name: "Dashboard",
      dependencies: [
        .product(name: "TorporPages", package: "Torpor"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]
    ),
    .executableTarget(
      name: "torpor-dashboard",
      dependencies: [
        "Dashboard", .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]
    ),
    .testTarget(
      name: "DashboardTests",
      dependencies: [
        "Dashboard",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),

    // Signatures, digests and random bytes of Debian's libcrypto (libssl-dev), which Torpor needs anyway.
    .target(name: "CCrypto", linkerSettings: [.linkedLibrary("crypto")]),
    .target(name: "TorporCrypto", dependencies: ["CCrypto"]),
    .testTarget(name: "TorporCryptoTests", dependencies: ["TorporCrypto"]),

    // The push gateway: what senders speak to, mailboxes, and the link to devices.
    .target(
      name: "Gateway",
      dependencies: [
        "CAllocator", "TorporCrypto",
        .product(name: "TorporPush", package: "Torpor"),
        .product(name: "TorporSQLite", package: "Torpor"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    // What glibc's allocator is told, which Swift cannot say.
    .target(name: "CAllocator"),
    .executableTarget(
      name: "torpor-gateway",
      dependencies: [
        "CAllocator", "Gateway", "TorporCrypto",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]
    ),
    .testTarget(
      name: "GatewayTests",
      dependencies: [
        "Gateway", "TorporCrypto",
        .product(name: "TorporPush", package: "Torpor"),
        .product(name: "TorporSQLite", package: "Torpor"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),

    // The device's side of a push gateway: what the link does as a value, and its two connections. Of Torpor it knows
    // only what goes over the daemon's socket.
    .target(
      name: "PushLink",
      dependencies: [
        "TorporCrypto",
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]
    ),
    .executableTarget(
      name: "torpor-pushd",
      dependencies: [
        "PushLink", .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]
    ),
    .testTarget(
      name: "PushLinkTests",
      dependencies: [
        "PushLink", "TorporCrypto",
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ]
    ),
  ]
)

for target in package.targets where !["CAllocator", "CCrypto"].contains(target.name) {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
  ]
}
