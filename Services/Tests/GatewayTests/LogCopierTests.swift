import Foundation
import Logging
import NIOConcurrencyHelpers
import Testing
import TorporCrypto
import TorporSQLite

@testable import Gateway

@Suite("The log of the mailboxes", .timeLimit(.minutes(1)))
struct LogCopierTests {
  private let folder = NSTemporaryDirectory() + "torpor-log-" + UniqueID.make()
  private let metrics = Metrics(Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private var path: String { folder + "/mailboxes.sqlite" }

  /// A disk that takes as long for a copy as a test wants.
  private final class Disk: Sendable {
    let isFree = ConditionLock(value: false)
    let copies = NIOLockedValueBox(0)
    private let path: String

    init(_ path: String) { self.path = path }

    func copy() throws -> (pages: Int, copied: Int) {
      copies.withLockedValue { $0 += 1 }
      isFree.lock(whenValue: true)
      isFree.unlock()
      let database = try Database(path: path)
      try database.prepare("PRAGMA user_version", for: "test").run()
      return try database.copyLog(for: "test")
    }

    func free() {
      isFree.lock()
      isFree.unlock(withValue: true)
    }
  }

  private func mailboxes(_ disk: Disk, _ bounds: LogCopier.Bounds) throws -> FileMailboxes {
    try FileMailboxes(
      MailboxStore(path: path, pagesMax: nil),
      FolderLock(folder),
      LogCopier(bounds, metrics) { try disk.copy() },
      metrics,
      .system
    )
  }

  /// Stores pushes for a device that is away, each with a commit of its own, until `isEnough`; how many.
  private func push(
    to mailboxes: FileMailboxes,
    _ device: UInt8,
    until isEnough: () -> Bool
  ) async -> Int {
    let mailbox = Mailbox(ofKey: [UInt8](repeating: device, count: 32))
    let text = await withCheckedContinuation { continuation in
      let order = Order.register(mailbox, TestGateway.app, .production) {
        continuation.resume(returning: $0)
      }
      mailboxes.submit(order)
    }
    guard case .token(let text) = text,
      let token = Hex.decode(text.utf8).flatMap({ DeviceToken(known: $0) })
    else { return 0 }
    var count = 0
    while !isEnough(), count < 100 {
      let push = Push(
        id: "\(count)",
        topic: TestGateway.app,
        environment: .production,
        type: .alert,
        priority: 10,
        expirationSeconds: nil,
        collapseID: nil,
        payload: [UInt8](repeating: 32, count: 4096),
        isSilent: false
      )
      let result = await withCheckedContinuation { continuation in
        let isTaken = mailboxes.submit(.push(push, token) { continuation.resume(returning: $0) })
        if !isTaken { continuation.resume(returning: .failure(Refusal(.serviceUnavailable))) }
      }
      guard case .success = result else { return count }
      count += 1
    }
    return count
  }

  private var logPages: Int {
    let size = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
    return (size ?? 0) / 4096
  }

  /// How often the log was begun anew (https://www.sqlite.org/fileformat2.html#walformat).
  private var rounds: UInt32 {
    guard let file = FileHandle(forReadingAtPath: path + "-wal"),
      let head = try? file.read(upToCount: 16), head.count == 16
    else { return 0 }
    return head[12..<16].reduce(0) { $0 << 8 | UInt32($1) }
  }

  @Test("is copied beside the pushes that come, which are answered while the disk takes its time")
  func besides() async throws {
    let disk = Disk(path)
    let mailboxes = try mailboxes(disk, LogCopier.Bounds(firstPages: 20, mostPages: 100_000))
    let before = rounds
    #expect(await push(to: mailboxes, 1, until: { false }) == 100)
    #expect(disk.copies.withLockedValue { $0 } == 1)
    #expect(rounds == before)
    disk.free()
    // All of them are copied then, and the log is begun anew.
    var count = 0
    for device in 2...10 where rounds == before {
      count += await push(to: mailboxes, UInt8(device)) { rounds != before }
    }
    #expect(rounds != before, "after \(count) more pushes")
    await mailboxes.close()
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test("that grows faster than the disk copies it has pushes wait, and none is lost")
  func bound() async throws {
    let disk = Disk(path)
    let mailboxes = try mailboxes(disk, LogCopier.Bounds(firstPages: 20, mostPages: 60))
    async let answered = push(to: mailboxes, 1, until: { false })
    // Until nothing is written any more, or far too much is.
    var (former, unchanged, most) = (0, 0, 0)
    while unchanged < 20, most < 200 {
      try await Task.sleep(for: .milliseconds(10))
      most = logPages
      unchanged = most == former && most >= 60 ? unchanged + 1 : 0
      former = most
    }
    #expect(most < 100)
    disk.free()
    #expect(await answered == 100)
    await mailboxes.close()
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test("that the disk does not take stays as it is, and pushes are answered")
  func failure() async throws {
    let disk = Disk(path)
    let failing = try FileMailboxes(
      MailboxStore(path: path, pagesMax: nil),
      FolderLock(folder),
      LogCopier(LogCopier.Bounds(firstPages: 20, mostPages: 60), metrics) {
        disk.copies.withLockedValue { $0 += 1 }
        throw SQLiteError(
          operation: "test",
          path: "",
          code: 10,
          text: "disk I/O error",
          systemCode: 5
        )
      },
      metrics,
      .system
    )
    #expect(await push(to: failing, 1, until: { false }) == 100)
    // Not at each commit: after each 20 pages more.
    #expect((1...50).contains(disk.copies.withLockedValue { $0 }), "\(disk.copies)")
    await failing.close()
    try FileManager.default.removeItem(atPath: folder)
  }
}
