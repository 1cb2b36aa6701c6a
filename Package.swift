// swift-tools-version: 6.2
import PackageDescription

// One folder = one target = one layer; docs/architecture.md says what each may import. Apps link Torpor,
// TorporAppModel, TorporAppWire and TorporPosix, and pay for each of them at every start.
let package = Package(
  name: "Torpor",
  products: [
    .library(name: "Torpor", targets: ["Torpor"]),
    .library(name: "TorporSimulator", targets: ["TorporSimulator"]),
    .library(name: "TorporPages", targets: ["TorporPages"]),
    .library(name: "TorporPush", targets: ["TorporPush"]),
    .library(name: "TorporSQLite", targets: ["TorporSQLite"]),
    .executable(name: "torpord", targets: ["torpord"]),
    .executable(name: "torpor", targets: ["torpor"]),
    .executable(name: "torpor-transferd", targets: ["torpor-transferd"]),
    .executable(name: "torpor-session", targets: ["torpor-session"]),
    .executable(name: "torpor-simulate", targets: ["torpor-simulate"]),
    .executable(name: "torpor-device", targets: ["torpor-device"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    // What apps and the system share: all that an app links with Torpor, and no more.
    .target(name: "TorporAppModel"),
    .target(name: "TorporAppWire", dependencies: ["TorporAppModel"]),

    // The policy and its vocabulary: pure values.
    .target(name: "TorporModel", dependencies: ["TorporAppModel"]),
    .target(name: "TorporCore", dependencies: ["TorporModel"]),
    .target(
      name: "TorporWire",
      dependencies: ["TorporAppModel", "TorporAppWire", "TorporModel"]
    ),

    // The machine.
    .target(name: "CTorporPosix"),
    // Without pkg-config, which would put the folder of the system's libraries before the one from which
    // scripts/build-release takes these two, static.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(
      name: "CCurl",
      pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev", "libssl-dev"])]
    ),
    .systemLibrary(
      name: "CSystemd",
      pkgConfig: "libsystemd",
      providers: [.apt(["libsystemd-dev"])]
    ),
    .systemLibrary(
      name: "CXcb",
      pkgConfig: "xcb-res",
      providers: [.apt(["libxcb1-dev", "libxcb-res0-dev"])]
    ),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "TorporPosix", dependencies: ["CTorporPosix"]),
    // Apart from TorporPosix, so that apps do not load libsqlite3 with the client library.
    .target(name: "TorporSQLite", dependencies: ["CSQLite", "TorporPosix"]),
    .target(
      name: "TorporLinux",
      dependencies: ["TorporModel", "TorporCore", "TorporPosix", "TorporSQLite"]
    ),

    // The hosts of the policy.
    .target(
      name: "TorporDaemon",
      dependencies: [
        "TorporModel", "TorporCore", "TorporWire", "TorporText",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .target(
      name: "TorporSimulator",
      dependencies: [
        "TorporModel", "TorporCore", "TorporWire", "TorporDaemon", "TorporText", "Torpor",
        "CYAML", .product(name: "Logging", package: "swift-log"),
      ]
    ),

    // What the programs for people print, and how it becomes safe for a terminal.
    .target(name: "TorporText", dependencies: ["TorporModel", "TorporWire"]),

    // What the dashboard, a package of its own, asks of the daemon and shows.
    .target(name: "TorporPages", dependencies: ["TorporModel", "TorporWire", "TorporText"]),

    // The rule for silent pushes, for the gateway, which is in the same package as the dashboard.
    .target(name: "TorporPush", dependencies: ["TorporAppModel", "TorporModel"]),

    // What of Apple's Swift does not compile on Linux, rewritten; bytes in and bytes out.
    .target(name: "TorporRewriting"),

    // What apps import.
    .target(name: "Torpor", dependencies: ["TorporAppModel", "TorporAppWire", "TorporPosix"]),

    // Programs.
    .executableTarget(
      name: "torpord",
      dependencies: [
        "TorporModel", "TorporCore", "TorporWire", "TorporPosix", "TorporLinux", "TorporDaemon",
        "TorporText",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .executableTarget(
      name: "torpor",
      dependencies: [
        "TorporModel", "TorporWire", "TorporPosix", "TorporText", "TorporRewriting", "Torpor",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),

    // `torpor simulate`: apart, so that the command does not bring the whole policy with it.
    .executableTarget(
      name: "torpor-simulate",
      dependencies: ["TorporWire", "TorporPosix", "TorporText", "TorporSimulator"]
    ),

    // The system of a device in virtual time, which SimulatedDevice of the SDK starts beside a test of an app.
    .executableTarget(
      name: "torpor-device",
      dependencies: [
        "TorporModel", "TorporCore", "TorporWire", "TorporPosix", "TorporDaemon", "TorporSimulator",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),

    .executableTarget(
      name: "torpor-transferd",
      dependencies: ["TorporModel", "TorporWire", "TorporPosix", "TorporSQLite", "CCurl"]
    ),

    .executableTarget(
      name: "torpor-session",
      dependencies: ["TorporModel", "TorporWire", "TorporPosix", "CSystemd", "CXcb", "CZlib"]
    ),

    // Built in release on demand by scripts/bench; docs/decisions/0002 says why it is not a package.
    .executableTarget(
      name: "torpor-bench",
      dependencies: [
        "TorporModel", "TorporCore", "TorporWire", "TorporPosix", "TorporLinux",
      ],
      path: "Benchmarks/Sources"
    ),
    // Two programs that differ by the client library alone; its cost is their difference.
    .executableTarget(name: "torpor-bench-plain", path: "Benchmarks/Hello/Plain"),
    .executableTarget(
      name: "torpor-bench-attached",
      dependencies: ["Torpor"],
      path: "Benchmarks/Hello/Attached"
    ),

    // One program that hands bytes to every parser; scripts/fuzz builds it with libFuzzer. Parsers that
    // live in programs are links to their files: no program can import another.
    .executableTarget(
      name: "torpor-fuzz",
      dependencies: ["TorporModel", "TorporCore", "TorporWire", "TorporSimulator"],
      path: "Fuzz/Sources"
    ),

    // Contracts that fakes and real adapters both pass, and what several test targets share.
    .target(
      name: "TorporTestSupport",
      dependencies: ["TorporModel", "TorporCore"],
      path: "Tests/TorporTestSupport"
    ),
    .testTarget(name: "TorporModelTests", dependencies: ["TorporModel"]),
    .testTarget(
      name: "TorporCoreTests",
      dependencies: ["TorporModel", "TorporCore", "TorporWire"]
    ),
    .testTarget(name: "TorporRewritingTests", dependencies: ["TorporRewriting"]),
    .testTarget(
      name: "TorporWireTests",
      dependencies: ["TorporModel", "TorporAppWire", "TorporWire"]
    ),
    .testTarget(
      name: "TorporPosixTests",
      dependencies: ["TorporPosix", "TorporSQLite", "TorporTestSupport"]
    ),
    .testTarget(
      name: "TorporLinuxTests",
      dependencies: [
        "TorporModel", "TorporCore", "TorporPosix", "TorporSQLite", "TorporLinux",
        "TorporTestSupport",
      ]
    ),
    .testTarget(
      name: "TorporDaemonTests",
      dependencies: [
        "TorporModel", "TorporCore", "TorporWire", "TorporDaemon", "TorporSimulator",
        "TorporTestSupport", .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "TorporTests",
      dependencies: ["TorporModel", "TorporWire", "TorporPosix", "TorporDaemon", "Torpor"]
    ),
    // The programs of the guide, which see of the library what every app sees and nothing else.
    .testTarget(name: "TorporGuideTests", dependencies: ["Torpor"], packageAccess: false),
    .testTarget(
      name: "TorporSimulatorTests",
      dependencies: [
        "TorporModel", "TorporCore", "TorporWire", "TorporDaemon", "TorporText", "TorporSimulator",
        "TorporTestSupport",
      ]
    ),
    .testTarget(
      name: "TorporServiceTests",
      dependencies: [
        "TorporModel", "TorporCore", "TorporPosix", "TorporLinux", "TorporDaemon",
        "TorporTestSupport", "torpord", "torpor-transferd",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "TorporTransferServiceTests",
      dependencies: [
        "TorporModel", "TorporWire", "TorporPosix", "TorporSQLite", "CCurl", "torpor-transferd",
      ]
    ),
    .testTarget(
      name: "TorporSessionTests",
      dependencies: [
        "TorporModel", "TorporWire", "TorporPosix", "CSystemd", "CXcb", "CZlib", "torpor-session",
      ]
    ),
    .testTarget(
      name: "TorporCommandTests",
      dependencies: [
        "TorporModel", "TorporWire", "TorporPosix", "TorporText", "TorporPages", "TorporRewriting",
        "torpor", "torpor-simulate",
      ]
    ),
  ]
)

// A build of what is shipped leaves out what it cannot build: the tests' library is missing in the static
// runtime. scripts/build-release says which of the rest is wanted.
let build = Context.environment["TORPOR_BUILD"]
func isShipped(_ target: Target) -> Bool {
  target.type != .test && target.name != "TorporTestSupport" && target.name != "torpor-fuzz"
}
if build == "system" || build == "programs" || build == "benchmarks" {
  package.targets.removeAll { !isShipped($0) }
}
if build == "system" || build == "programs" {
  package.targets.removeAll { $0.path?.hasPrefix("Benchmarks") == true }
}
// The SDK's package takes the client library and what that stands on, without a dependency: no module with one
// of Apple's names shares a graph with packages that look for one (docs/decisions/0060).
if build == "library" {
  let library = ["Torpor", "TorporAppModel", "TorporAppWire", "TorporPosix", "CTorporPosix"]
  package.dependencies = []
  package.products.removeAll { $0.name != "Torpor" }
  package.targets.removeAll { !library.contains($0.name) }
}
// A running system needs neither virtual time nor what the dashboard shows.
if build == "system" {
  let rest = ["TorporSimulator", "torpor-simulate", "torpor-device", "TorporPages"]
  package.targets.removeAll { rest.contains($0.name) }
  package.products.removeAll { rest.contains($0.name) }
}

// What is shipped finds no text in a text by `contains`, which would bring the engine of regular expressions; what the
// policy does not run is compiled to be small: docs/decisions/0085.
let small = [
  "TorporAppWire", "TorporWire", "TorporDaemon", "TorporLinux", "TorporPosix", "TorporSQLite",
  "TorporText", "TorporRewriting", "Torpor",
  "torpord", "torpor", "torpor-transferd", "torpor-session",
]

for target in package.targets where target.type != .system && target.name != "CTorporPosix" {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
  ]
  if Context.environment["TORPOR_SMALL"] != nil || build == "tested" && isShipped(target) {
    target.swiftSettings?.append(
      .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])
    )
  }
  if Context.environment["TORPOR_SMALL"] != nil, small.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-Osize"]))
  }
}

// scripts/build-tested optimises what the tests run whole lives through, and nothing else; a test's module, which nobody
// imports, is not emitted apart from its code, for which all of it would be read twice (docs/decisions/0087).
if build == "tested" {
  let policy = [
    "TorporAppModel", "TorporModel", "TorporCore", "TorporSimulator", "TorporRewriting",
  ]
  for target in package.targets {
    if policy.contains(target.name) {
      // Behind the options of the whole build, of which the last one holds. LLVM's passes cost more than they save here.
      target.swiftSettings? += [
        .unsafeFlags(["-Xfrontend", "-Osize", "-Xfrontend", "-disable-llvm-optzns"])
      ]
    } else if target.type == .test {
      target.swiftSettings? += [
        .unsafeFlags([
          "-no-whole-module-optimization", "-enable-batch-mode", "-driver-batch-count", "2",
          "-no-emit-module-separately",
        ])
      ]
    }
  }
}
