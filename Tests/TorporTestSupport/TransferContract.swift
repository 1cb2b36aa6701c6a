import Testing
package import TorporCore
import TorporModel

/// A transfer service that the contract drives: the real one with a real server, or a simulated one.
package protocol TransferWorld: AnyObject {
  var port: any TransferPort { get }
  /// Everything posted since the world began, in order.
  var events: [HostEvent] { get }
  /// Whose transfers they are.
  var owner: RecipeOwner { get }
  /// An attempt to move a thing of that kind; each transfer has a thing of its own.
  func parcel(_ order: TransferOrder, moving thing: ContractThing) -> TransferParcel
  /// How big a thing is, in bytes.
  func sizeBytes(of thing: ContractThing) -> Int64
  /// Lets time pass until the condition holds, or for that long.
  func advance(upTo limit: Duration, until condition: () -> Bool)
  /// The daemon dies, and a new one comes up on the same machine; `port` is the new one's.
  func restartDaemon()
  /// The process that moves the bytes dies.
  func killService()
}

/// Things to move that the contract needs.
package enum ContractThing: Hashable, Sendable {
  /// Moved in no time.
  case small
  /// Takes a second or so, and can be gone on with from where it stopped.
  case slow
  /// Nobody listens where it is.
  case unreachable
  /// The server wants to know who asks.
  case guarded
}

/// What every `TransferPort` does, real or simulated; each rule is one sentence.
package enum TransferContract: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case downloads = "a download ends with one report that all of it is there"
  case uploads = "an upload ends with one report that all of it was taken"
  case knowsProgress = "how far an attempt is is known while it runs, and only then"
  case stops = "after a stop nothing is reported of the attempt but what it keeps"
  case resumes = "what was received before a stop is not moved again"
  case discards = "what a stop has discarded is moved again"
  case reportsUnreachable = "a server that nobody listens at is reported"
  case challenges =
    "a server that wants to know who asks is reported, and satisfied by a credential"
  case goesOnWithout = "without a credential the refusal of the server is the result"
  case keepsResult =
    "a result that was not forgotten is reported again, and nothing is moved for it"
  case forgetsTwice = "a result may be forgotten twice"
  case removesFile = "what was forgotten with its file is moved again"
  case ignoresUnknown = "orders for a transfer that never was do nothing"
  case interrupts = "a service that dies has its attempts reported as interrupted, and they go on"
  case outlivesDaemon =
    "a new daemon hears nothing of earlier attempts, and goes on where they were"

  /// The rule as the name of its test.
  package var testDescription: String { rawValue }

  /// Checks the rule in a fresh world.
  package func check(in world: some TransferWorld) {
    let play = Play(world: world)
    switch self {
    case .downloads: play.finishes(.download)
    case .uploads: play.finishes(.upload)
    case .knowsProgress: play.knowsProgress()
    case .stops: play.stops()
    case .resumes: play.resumes()
    case .discards: play.discards()
    case .reportsUnreachable: play.reportsUnreachable()
    case .challenges: play.challenges()
    case .goesOnWithout: play.goesOnWithout()
    case .keepsResult: play.keepsResult()
    case .forgetsTwice: play.forgetsTwice()
    case .removesFile: play.removesFile()
    case .ignoresUnknown: play.ignoresUnknown()
    case .interrupts: play.interrupts()
    case .outlivesDaemon: play.outlivesDaemon()
    }
  }
}

/// One run of one rule.
private struct Play<World: TransferWorld> {
  let world: World
  let transfer = TransferIdentifier(rawValue: 1)
  let other = TransferIdentifier(rawValue: 2)
  // Longer than anything here takes on a loaded machine; only a failure waits for it.
  let patience = Duration.seconds(20)

  func finishes(_ direction: TransferDirection) {
    start(.small, direction)
    let report = end(of: transfer)
    #expect(report?.event == .finished(status: 200))
    #expect(report?.bytes == world.sizeBytes(of: .small))
    // Whatever were reported late would come before the end of another.
    start(.small, of: other)
    _ = end(of: other)
    #expect(reports(of: transfer).count == 1)
  }

  func knowsProgress() {
    #expect(world.port.progress(of: transfer) == nil)
    start(.slow)
    waitForBytes()
    let progress = world.port.progress(of: transfer)
    #expect(progress?.totalBytes == world.sizeBytes(of: .slow))
    world.port.stop(transfer, of: world.owner, discards: false)
    wait(for: "the end of the progress") { world.port.progress(of: transfer) == nil }
  }

  func stops() {
    start(.slow)
    waitForBytes()
    world.port.stop(transfer, of: world.owner, discards: false)
    // As long as the whole attempt would have taken.
    start(.slow, of: other)
    _ = end(of: other)
    // How much is kept may be told; what came of the attempt is not.
    #expect(reports(of: transfer).allSatisfy { $0.event == .stopped })
  }

  func resumes() {
    stopHalfway(discards: false)
    start(.slow, attempt: 2)
    expectRest(of: end(of: transfer), attempt: 2)
  }

  func discards() {
    stopHalfway(discards: true)
    start(.slow, attempt: 2)
    expectWhole(.slow, end(of: transfer), attempt: 2)
  }

  func reportsUnreachable() {
    start(.unreachable)
    let report = end(of: transfer)
    guard case .failed(.cannotConnectToHost, status: 0, retryAfter: nil)? = report?.event else {
      Issue.record("the attempt came to \(String(describing: report?.event))")
      return
    }
    #expect(report?.bytes == 0)
  }

  func challenges() {
    start(.guarded)
    #expect(end(of: transfer)?.event == .challenged)
    world.port.useCredential(
      TransferPassword(user: "contract", password: "secret"),
      for: transfer
    )
    start(.guarded, attempt: 2)
    expectWhole(.guarded, end(of: transfer), attempt: 2)
  }

  func goesOnWithout() {
    start(.guarded)
    #expect(end(of: transfer)?.event == .challenged)
    world.port.useCredential(nil, for: transfer)
    start(.guarded, attempt: 2)
    guard case .failed(_, status: 401, _)? = end(of: transfer)?.event else {
      Issue.record("the attempt came to \(reports(of: transfer))")
      return
    }
  }

  func keepsResult() {
    start(.small)
    _ = end(of: transfer)
    start(.small, attempt: 2)
    let report = end(of: transfer)
    #expect(report?.attempt == 2)
    #expect(report?.event == .finished(status: 200))
    #expect(report?.bytes == world.sizeBytes(of: .small))
    #expect(report?.movedBytes == 0)
  }

  func forgetsTwice() {
    start(.small)
    _ = end(of: transfer)
    for _ in 1...2 { world.port.forget(transfer, of: world.owner, removesFile: false) }
    start(.small, of: other)
    #expect(end(of: other)?.event == .finished(status: 200))
    #expect(reports(of: transfer).count == 1)
  }

  func removesFile() {
    start(.small)
    _ = end(of: transfer)
    world.port.forget(transfer, of: world.owner, removesFile: true)
    start(.small, attempt: 2)
    expectWhole(.small, end(of: transfer), attempt: 2)
  }

  func ignoresUnknown() {
    world.port.stop(transfer, of: world.owner, discards: true)
    world.port.forget(transfer, of: world.owner, removesFile: true)
    world.port.useCredential(nil, for: transfer)
    start(.small, of: other)
    #expect(end(of: other)?.event == .finished(status: 200))
    #expect(reports(of: transfer).isEmpty)
  }

  func interrupts() {
    start(.slow)
    start(.slow, of: other)
    waitForBytes()
    world.killService()
    for transfer in [transfer, other] { #expect(end(of: transfer)?.event == .interrupted) }
    start(.slow, attempt: 2)
    expectRest(of: end(of: transfer), attempt: 2)
  }

  func outlivesDaemon() {
    start(.slow)
    waitForBytes()
    let before = reports(of: transfer).count
    world.restartDaemon()
    start(.slow, attempt: 2)
    expectRest(of: end(of: transfer), attempt: 2)
    #expect(reports(of: transfer).count == before + 1)
  }

  // MARK: Orders and reports

  private func start(
    _ thing: ContractThing,
    _ direction: TransferDirection = .download,
    of transfer: TransferIdentifier? = nil,
    attempt: UInt32 = 1
  ) {
    let order = TransferOrder(
      transfer: transfer ?? self.transfer,
      owner: .user(world.owner.userID),
      attempt: attempt,
      direction: direction,
      requestTimeout: .seconds(60),
      connectionsPerHostMax: 4
    )
    earlier.counts[order.transfer] = reports(of: order.transfer).count
    world.port.start([world.parcel(order, moving: thing)])
  }

  /// How many reports there were of each transfer when its last attempt began.
  private let earlier = Earlier()
  private final class Earlier { var counts: [TransferIdentifier: Int] = [:] }

  /// The report of the attempt that was begun last.
  private func end(of transfer: TransferIdentifier) -> TransferReport? {
    let count = earlier.counts[transfer] ?? 0
    wait(for: "the end of transfer \(transfer)") { reports(of: transfer).count > count }
    return reports(of: transfer).last
  }

  private func reports(of transfer: TransferIdentifier) -> [TransferReport] {
    world.events.flatMap { event -> [TransferReport] in
      guard case .transfers(let reports, _) = event else { return [] }
      return reports.filter { $0.transfer == transfer }
    }
  }

  private func stopHalfway(discards: Bool) {
    start(.slow)
    waitForBytes()
    world.port.stop(transfer, of: world.owner, discards: discards)
  }

  private func expectWhole(_ thing: ContractThing, _ report: TransferReport?, attempt: UInt32) {
    #expect(report?.attempt == attempt)
    #expect(report?.event == .finished(status: 200))
    #expect(report?.bytes == world.sizeBytes(of: thing))
    #expect(report.map { $0.movedBytes >= $0.bytes } == true, "not all of it was moved")
  }

  private func expectRest(of report: TransferReport?, attempt: UInt32) {
    #expect(report?.attempt == attempt)
    #expect(report?.event == .finished(status: 200))
    #expect(report?.bytes == world.sizeBytes(of: .slow))
    #expect(report.map { $0.movedBytes < $0.bytes } == true, "it was moved from the beginning")
  }

  private func waitForBytes() {
    wait(for: "the first bytes") { world.port.progress(of: transfer).map { $0.bytes > 0 } ?? false }
  }

  private func wait(for what: String, until condition: () -> Bool) {
    world.advance(upTo: patience, until: condition)
    #expect(condition(), "waited \(patience) for \(what)")
  }
}
