import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

/// A bridge that the test plays.
struct PlayedBridge {
  let daemon: TestDaemon
  let connection: ConnectionIdentifier
  /// What came of `Attach`.
  let first: [VarlinkReply]

  init(_ daemon: TestDaemon, user: UInt32 = 500, as launch: LaunchIdentifier? = nil) throws {
    self.daemon = daemon
    connection = daemon.connect(user: user, as: launch)
    first = try daemon.call(Bridge.Attach().varlinkCall, on: connection)
  }

  /// Tells facts and returns what the daemon orders thereupon.
  @discardableResult
  func tell(_ facts: BridgeFact...) throws -> [BridgeOrder] {
    let replies = try daemon.call(Bridge.Report(facts: facts).onewayCall, on: connection)
    return try replies.flatMap { try Bridge.Attach().reply(from: $0).orders }
  }

  /// Those about pictures are for `SnapshotReportTests`.
  func orders() throws -> [BridgeOrder] {
    try daemon.wire.takeReplies(on: connection)
      .flatMap { try Bridge.Attach().reply(from: $0).orders }
      .filter { if case .takeSnapshot = $0 { false } else { true } }
  }
}

extension TestDaemon {
  /// The process of a launch, as the kernel of the test numbers it.
  func pid(of launch: LaunchIdentifier) -> Int32 { 1000 + Int32(launch.rawValue) }

  /// An app that was left and stands still.
  func frozenApp(user: UInt32 = 500) throws -> LaunchIdentifier {
    let launch = try run("editor", user: user)
    _ = try control(Control.Home())
    pass(.seconds(30))
    #expect(kernel.frozen.contains(launch))
    return launch
  }
}
