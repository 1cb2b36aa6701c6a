import Foundation
import NIOCore
import Testing
import TorporSQLite

@testable import Gateway

@Suite("What decides about pushes, with a real store")
struct KeeperTests {
  private static func push(
    _ number: Int,
    _ topic: String = TestGateway.app,
    isSilent: Bool,
    expirationSeconds: Int64?
  ) -> Push {
    Push(
      id: "\(number)",
      topic: topic,
      environment: .production,
      type: isSilent ? .background : .alert,
      priority: isSilent ? 5 : 10,
      expirationSeconds: expirationSeconds,
      collapseID: nil,
      payload: TestGateway.silent,
      isSilent: isSilent
    )
  }

  /// What is to become of the pushes of one app: it has three silent ones within an hour, and what waits comes along
  /// with what is shown.
  private struct Model {
    private var handedOver: [Int64] = []
    private var waitingUntil: Int64?

    mutating func outcome(isSilent: Bool, at now: Int64) -> Order.Outcome {
      handedOver.removeAll { $0 + 3_600_000 <= now }
      if isSilent, handedOver.count >= 3 {
        waitingUntil = KeeperTests.endSeconds(at: now) * 1000
        return .held(.rate)
      }
      // The newer one takes the place of one that waits.
      if isSilent || waitingUntil ?? 0 > now { handedOver.append(now) }
      waitingUntil = nil
      return .handedOver
    }
  }

  private static func endSeconds(at now: Int64) -> Int64 { now / 1000 + 1800 }

  /// 1,000,000 in the figures of docs/internals/push-capacity.md; fewer in the checks of each day.
  private static let arrivalCount =
    ProcessInfo.processInfo.environment["TORPOR_PUSH_ARRIVALS"].flatMap { Int($0) } ?? 10_000

  @Test("lets a silent push go, or holds it, as a count of the last hour does, on random arrivals")
  func throttle() throws {
    let world = try KeeperWorld()
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededNumbers(state: seed)
    var now: Int64 = 1_800_000_000_000
    let devices = try (0..<20).map { index in
      let port = try world.connect([UInt8](repeating: UInt8(index), count: 32), at: now)
      let token = DeviceToken(port.mailbox, .production, world.keeper.store.secret)
      try world.keeper.store.register(token, port.mailbox, TestGateway.app, .production, at: now)
      return (port: port, token: token)
    }
    var models = [Model](repeating: Model(), count: devices.count)
    var disagreements = 0
    for arrival in 0..<Self.arrivalCount {
      now += Int64.random(in: 0...120_000, using: &random)
      let index = Int.random(in: 0..<devices.count, using: &random)
      let isSilent = Int.random(in: 0..<10, using: &random) > 0
      let (port, token) = devices[index]
      // What is shown is not stored: it fills no window.
      let end = isSilent ? Self.endSeconds(at: now) : 0
      let push = Self.push(arrival, isSilent: isSilent, expirationSeconds: end)
      let outcomes = Outcomes()
      world.keeper.perform([.push(push, token) { outcomes.note($0) }], at: now)
      let expected = models[index].outcome(isSilent: isSilent, at: now)
      if outcomes.all != [.success(expected)] { disagreements += 1 }
      try world.acknowledgeAll(port, at: now)
    }
    #expect(disagreements == 0, "seed \(seed)")
  }

  /// Carries out random orders, and gives what was answered and what lies there in the end.
  private static func run(_ seed: UInt64, forgets: Bool) throws -> ([String], [String]) {
    let world = try KeeperWorld()
    let (keeper, store) = (world.keeper, world.keeper.store)
    var random = SeededNumbers(state: seed)
    var now: Int64 = 1_800_000_000_000
    let keys = (0..<3).map { [UInt8](repeating: UInt8($0), count: 32) }
    let topics = ["a", "b"]
    var ports: [LinkPort?] = [nil, nil, nil]
    var tokens: [String: DeviceToken] = [:]
    let outcomes = Outcomes()
    for number in 0..<400 {
      if forgets { store.forgetKnownRows() }
      now += Int64.random(in: 0...600_000, using: &random)
      let index = Int.random(in: 0..<keys.count, using: &random)
      let topic = topics[Int.random(in: 0..<topics.count, using: &random)]
      let mailbox = Mailbox(ofKey: keys[index])
      switch Int.random(in: 0..<20, using: &random) {
      case 0: ports[index] = try world.connect(keys[index], at: now)
      case 1:
        if let port = ports[index] { keeper.perform([.disconnect(port.id, mailbox)], at: now) }
        ports[index] = nil
      case 2:
        keeper.perform([.unregister(mailbox, topic, .production) { _ in }], at: now)
      case 3:
        let rule = DeliveryRule(leastPriority: Bool.random(using: &random) ? 10 : 1)
        keeper.perform([.power(mailbox, rule) {}], at: now)
      case 4: keeper.perform([.launched(mailbox, topic: topic) {}], at: now)
      case 5: if let port = ports[index] { keeper.perform([.beat(port.id, mailbox) {}], at: now) }
      case 6: keeper.perform([.sweep], at: now)
      case 7, 8: if let port = ports[index] { try world.acknowledgeAll(port, at: now) }
      case 9:
        // A batch that is rolled back after it has read.
        let token = tokens["\(index) \(topic)"]
        try? store.transaction { () throws(SQLiteError) in
          if let token { _ = try store.registration(of: token.bytes) }
          _ = try store.rows(of: mailbox, onlyWaiting: false)
          throw SQLiteError(operation: "test", path: "", code: 13, text: "full", systemCode: 0)
        }
      case 10:
        // Not by an order, which makes a token of its own.
        let isLive = try store.liveRegistration(mailbox, topic, .production) != nil
        if !isLive {
          let bytes = mailbox.bytes + [UInt8](repeating: 0, count: 20)
          let token = try #require(
            DeviceToken(known: bytes + withUnsafeBytes(of: UInt32(number)) { Array($0) })
          )
          try store.register(token, mailbox, topic, .production, at: now)
          tokens["\(index) \(topic)"] = token
        }
      default:
        guard let token = tokens["\(index) \(topic)"] else { break }
        let isSilent = Bool.random(using: &random)
        let ends: [Int64?] = [nil, 0, now / 1000 + 900]
        let end = ends[Int.random(in: 0..<3, using: &random)]
        let push = Self.push(number, topic, isSilent: isSilent, expirationSeconds: end)
        keeper.perform([.push(push, token) { outcomes.note($0) }], at: now)
      }
    }
    let rows = try keys.flatMap { try store.rows(of: Mailbox(ofKey: $0), onlyWaiting: false) }
    return (
      outcomes.all.map { String(describing: $0) },
      rows.map { "\($0.version) \($0.push.id) \($0.isUnderWay)" }
    )
  }

  @Test("decides by what it remembers of the file as by the file itself")
  func memory() throws {
    for _ in 0..<20 {
      let seed = UInt64.random(in: 0 ... .max)
      let (answers, rows) = try Self.run(seed, forgets: false)
      let (expectedAnswers, expectedRows) = try Self.run(seed, forgets: true)
      #expect(answers == expectedAnswers, "seed \(seed)")
      #expect(rows == expectedRows, "seed \(seed)")
      #expect(answers.count > 10)
    }
  }

  @Test("keeps 200 bytes at most for a device that is connected and idle")
  func idleDevice() {
    // The entry in a table that is at least three eighths full, the port, and that nothing waits for it.
    let entry = MemoryLayout<Mailbox>.stride + MemoryLayout<Presence.Link>.stride
    let port = 16 + 3 * 8 + MemoryLayout<NIOLoopBound<LinkHandler>>.stride
    let most = entry * 8 / 3 + (port + 8 + 15) / 16 * 16 + MemoryLayout<Mailbox>.stride * 8 / 3
    #expect(most <= 200)
  }
}
