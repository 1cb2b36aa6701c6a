import CCurl
import Glibc
import TorporModel
import TorporPosix
import TorporSQLite
import TorporWire

/// The composition root: takes orders, begins transfers in their turn, and reports, in turns of one loop.
///
/// In a turn, events of sockets and orders are handled; curl does its due work; finished transfers are reported; others
/// begin; the record is committed once; the sync thread gets its next batch; the reports are sent.
final class TransferService: TransferHost {
  // Shape: one method for each message of the daemon, and the tables of transfers in progress.
  static let version = "0.1.0"

  let loop: EventLoop
  private let multi: CurlMulti
  let record: Record
  private let sync: SyncThread
  private let signals: SignalWatch
  private var connection: StreamConnection?
  private var framer = VarlinkFramer(messageBytesMax: TransferService.orderBytesMax)
  var table = TransferTable()
  var lanes = Lanes()
  var reports = ReportQueue()
  private var progress = ProgressMeter()
  /// The number of times that transfers have yielded their places, for those that did.
  private var waysGiven: [TransferIdentifier: Int] = [:]
  private var routes: RouteWatch?
  private var tick: EventLoop.Token?
  private var requestCount = 0
  private var wasCommitTroubled = false
  /// The number of consecutive ticks without a report.
  private var quietTicks = 0

  /// The maximum size of an order of the daemon, in bytes: 8 MiB, 64 transfers with 128 KiB of URL and headers each.
  ///
  /// Our choice; the daemon limits both.
  static let orderBytesMax = 8 << 20
  /// The maximum number of unread bytes of reports: 64 MiB, about 100,000 results.
  ///
  /// Our choice.
  static let queuedReportBytesMax = 64 << 20
  /// The number of complete files waiting for the sync thread at which no other transfer begins: 256, each with two
  /// descriptors.
  ///
  /// Our choice.
  static let unsyncedMax = 256
  /// The number of ticks without a report after which unneeded memory is returned: 10, 5 s.
  ///
  /// With an unresponsive host, libcurl's 16 MiB of text become 4. Our choice.
  private static let ticksToRest = 10

  init(_ options: Options) throws {
    CurrentProcess.ignoreBrokenPipes()
    let umask = Glibc.umask(0)
    Glibc.umask(umask)
    try Files.makeFolder(options.stateFolder, mode: 0o700)
    loop = try EventLoop()
    record = try Record(folder: options.stateFolder)
    signals = try SignalWatch([SIGTERM, SIGINT], on: loop) { [loop] _ in loop.stop() }
    sync = try SyncThread(waking: loop.waker, logFile: record.logFile, umask: umask)
    multi = try CurlMulti(on: loop)
    // If the kernel sends no reports, detection is left to the silence of the connections.
    routes = try? RouteWatch(on: loop)
    connection = try StreamConnection(
      UnixSocket.adopt(inherited: options.socket),
      on: loop,
      limits: .init(queuedBytesMax: TransferService.queuedReportBytesMax, descriptorsMax: 1)
    ) { [unowned self] event in
      handle(event)
    }
    routes?.whenLooked = { [unowned self] ways in
      for transfer in table.begun {
        if let end = transfer.localEnd { transfer.note(ways[end] ?? .kept) }
      }
    }
    if let foreignLog = record.foreignLog { reports.append(trouble: Record.replaced(foreignLog)) }
  }

  /// Transfers bytes until the daemon has ended, and ends the process.
  func run() -> Never {
    loop.run { settle() }
    // Partial files and rows remain: the next process continues.
    try? record.commit()
    // At once: the sync thread's unfinished work is repeated, and curl's requests need not be cleaned up one by one.
    _exit(0)
  }

  var tools: TransferTools {
    TransferTools(multi: multi, record: record, sync: sync, host: self)
  }

  // MARK: The daemon

  private func handle(_ event: StreamConnection.Event) {
    switch event {
    case .received(let bytes, let descriptors):
      Descriptor.close(descriptors)
      framer.append(bytes)
      do {
        while let message = try framer.next() {
          obey(try SavedCodec.decode(TransferServiceOrder.self, from: Array(message)))
        }
      } catch {
        // The daemon has our own version: one of the two is broken, and nothing can be trusted.
        reports.append(trouble: "an order could not be read: \(error)")
        send()
        loop.stop()
      }
    case .exceededDescriptors: loop.stop()
    case .ended: loop.stop()
    }
  }

  private func send() {
    let bytes = reports.take()
    guard !bytes.isEmpty else { return }
    quietTicks = 0
    connection?.send(bytes)
  }

  // MARK: A turn

  private func settle() {
    for result in sync.takeResults() { tell(result) }
    repeat {
      beginNext()
      connection?.send(reports.takeBegun())
    } while multi.settle() || multi.hasDue
    commit()
    sync.handOver()
    send()
    if requestCount > 0, tick == nil { scheduleTick() }
  }

  private func commit() {
    do throws(SQLiteError) {
      try record.commit()
      wasCommitTroubled = false
    } catch {
      // Files can be transferred nevertheless; a loss of data is possible only with a crash.
      if !wasCommitTroubled { reports.append(trouble: "the record is not kept: \(error)") }
      wasCommitTroubled = true
    }
  }

  private func tell(_ result: SyncResult) {
    let transfer =
      switch result {
      case .synced(let transfer, _), .finished(let transfer, _), .failed(let transfer, _): transfer
      }
    guard case .begun(let begun, _) = table[transfer] else { return }
    begun.take(result)
    if case .over = begun.phase { table[transfer] = nil }
  }

  private func beginNext() {
    while requestCount < CurlMulti.requestsMax, sync.openCount < TransferService.unsyncedMax,
      let (identifier, lane) = lanes.next()
    {
      guard case .waiting(let start) = table[identifier] else {
        // Paused or discarded while it waited.
        lanes.leave(lane)
        continue
      }
      begin(start, in: lane)
    }
  }

  private func begin(_ start: TransferStart, in lane: Lanes.Key) {
    let transfer: Transfer
    do throws(TransferFailure) {
      transfer = try make(start)
    } catch {
      lanes.leave(lane)
      return refuse(start, error)
    }
    table[start.transfer] = .begun(transfer, lane: lane)
    requestCount += 1
    multi.setHostConnectionsMax(lane.connectionsMax)
    transfer.begin()
    noteBegun(transfer)
  }

  /// Reports that a request is in progress, before any byte of its response is read: whatever that response does to
  /// this process, the daemon knows which transfer caused it.
  private func noteBegun(_ transfer: Transfer) {
    guard case .begun(_, lane: .some) = table[transfer.start.transfer] else { return }
    reports.append(
      TransferServiceBegin(
        transfer: transfer.start.transfer,
        attempt: transfer.start.attempt,
        keptBytes: transfer.moved.bytes
      )
    )
  }

  // MARK: Reports of transfers

  func becameQuiet(_ transfer: Transfer) {
    guard case .begun(_, let lane?) = table[transfer.start.transfer] else { return }
    if case .finishing = transfer.phase { lanes.completed(lane) }
    table[transfer.start.transfer] = .begun(transfer, lane: nil)
    leave(lane)
  }

  func ended(_ transfer: Transfer, _ result: TransferServiceResult) {
    reports.append(result)
    release(transfer)
    if case .challenged = transfer.phase { return }
    waysGiven[transfer.start.transfer] = nil
    table[transfer.start.transfer] = nil
  }

  /// Frees the transfer's place in its lane, if it has one.
  func release(_ transfer: Transfer) {
    progress.forget(transfer.start.transfer)
    becameQuiet(transfer)
  }

  /// Gives a transfer with an answered challenge a place again, over the limit if none is free.
  func resume(_ transfer: Transfer, _ credential: TransferCredential) {
    requestCount += 1
    let key = lanes.enter(Lanes.Key(transfer))
    table[transfer.start.transfer] = .begun(transfer, lane: key)
    transfer.answer(credential)
    noteBegun(transfer)
  }

  func answered(_ transfer: Transfer, isMultiplexed: Bool) {
    guard case .begun(_, let lane?) = table[transfer.start.transfer] else { return }
    lanes.answered(lane, isMultiplexed: isMultiplexed)
  }

  private func leave(_ lane: Lanes.Key) {
    requestCount -= 1
    lanes.leave(lane)
  }

  // MARK: Yielding places

  /// Frees the places of transfers that do not use them, if others wait for one.
  private func makeWay() {
    var waitingCount = lanes.waitingCount
    guard waitingCount > 0 else { return }
    let idle = table.begun
      .filter { $0.mayGiveWay && $0.idleLength >= turn(of: $0) }
      .sorted { ($1.idleLength, $0.start.transfer) < ($0.idleLength, $1.start.transfer) }
    for transfer in idle where waitingCount > 0 {
      guard case .begun(_, let lane?) = table[transfer.start.transfer],
        case .requesting = transfer.phase, lanes.hasUse(forPlaceIn: lane)
      else { continue }
      giveWay(transfer, in: lane)
      waitingCount -= 1
    }
  }

  /// Resets a transfer that is neither in progress nor waiting: it begins with the default patience next time.
  func forgetWays(of transfer: TransferIdentifier) { waysGiven[transfer] = nil }

  private func turn(of transfer: Transfer) -> Duration {
    Idleness.turn(afterGivingWay: waysGiven[transfer.start.transfer] ?? 0)
  }

  /// Sends a transfer to the end of its queue; its received data is kept.
  private func giveWay(_ transfer: Transfer, in lane: Lanes.Key) {
    let start = transfer.start
    waysGiven[start.transfer, default: 0] += 1
    transfer.stop()
    lanes.gaveWay(lane)
    lanes.append(start.transfer, to: lane)
    release(transfer)
    table[start.transfer] = .waiting(start)
    reports.append(queued: start.transfer)
  }

  // MARK: Progress

  private func scheduleTick() {
    tick = loop.schedule(after: ProgressMeter.interval) { [unowned self] in
      tick = nil
      let now = BootClock.nanoseconds()
      for transfer in table.begun {
        transfer.checkSilence()
        if case .over = transfer.phase { continue }
        transfer.tick(nowNanoseconds: now)
        if case .over = transfer.phase { continue }
        transfer.lookIdle()
        if let moved = progress.measure(transfer, nowNanoseconds: now) { reports.append(moved) }
      }
      makeWay()
      quietTicks += 1
      if quietTicks == TransferService.ticksToRest { ResidentMemory.giveBackCleanPages() }
    }
  }
}

extension Lanes.Key {
  init(_ transfer: Transfer) {
    self.init(
      origin: transfer.address.origin,
      connectionsMax: TransferService.connectionsMax(of: transfer.start)
    )
  }
}
