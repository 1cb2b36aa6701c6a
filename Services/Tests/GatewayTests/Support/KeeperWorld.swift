import Logging
import NIOCore
import NIOPosix

@testable import Gateway

/// One keeper with a file, and devices that are connected and whose messages go nowhere.
struct KeeperWorld {
  let keeper: MailboxKeeper<MailboxStore>
  private let loop = MultiThreadedEventLoopGroup.singleton.next()
  private let desk: LinkDesk

  init(path: String = ":memory:") throws {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let store = try MailboxStore(path: path, pagesMax: nil)
    keeper = MailboxKeeper(store, Presence(), Metrics(logger))
    desk = LinkDesk(
      NoMailboxes(),
      logger,
      LinkLimits(),
      nil,
      LoopTurns(MultiThreadedEventLoopGroup.singleton)
    )
  }

  func connect(_ key: [UInt8], at now: Int64) throws -> LinkPort {
    let (desk, loop) = (desk, loop)
    let port = try loop.submit {
      let turn = desk.turns.turn(of: loop)
      let handler = LinkHandler(desk)
      return LinkPort(desk.nextLinkID(), Mailbox(ofKey: key), handler, turn, on: loop)
    }.wait()
    keeper.perform([.connect(port, key: key) { _ in }], at: now)
    return port
  }

  /// Acknowledges all that the device was handed.
  func acknowledgeAll(_ port: LinkPort, at now: Int64) throws {
    guard let window = keeper.presence.links[port.mailbox]?.window, !window.isIdle else { return }
    let rows = try keeper.store.rows(of: port.mailbox, onlyWaiting: false)
    let updates = rows.filter { window.contains($0.version) }.map {
      Order.Acknowledgement(id: $0.push.id, version: $0.version, code: .delivered)
    }
    keeper.perform([.acknowledge(port.mailbox, updates) {}], at: now)
  }

  private struct NoMailboxes: Mailboxes {
    var secret: [UInt8] { [] }
    var isWell: Bool { true }
    let subscribers = Subscribers()
    func submit(_ order: Order) -> Bool { true }
    func submit(_ order: ChannelOrder) -> Bool { true }
    func close() async {}
  }
}

/// What was answered, in order; used on one thread.
final class Outcomes: @unchecked Sendable {
  private(set) var all: [Result<Order.Outcome, Refusal>] = []

  func note(_ result: Result<Order.Outcome, Refusal>) { all.append(result) }
}

/// SplitMix64, so that a failure comes again.
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
