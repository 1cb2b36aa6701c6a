import TorporCore
import TorporModel
import TorporWire

/// The transfer service of one user: what it is to do, what it has, and when its process lives.
///
/// Owns the attempts that wait and those that the process has. A process is started for work alone,
/// told to end when it has rested, and started again when it dies with work left.
final class TransferService {
  // Shape: one method for each message of the services that move bytes, and what is under way with each.
  /// What the process has and has not reported on.
  struct Attempt {
    let number: UInt32
    var progress: TransferProgress?
    /// Whether its request has been sent; until then it waits for a connection.
    var isUnderWay = false
    /// Bytes of earlier attempts that it began with.
    var keptBytes: Int64 = 0
    /// Whether it is to be said, once, that bytes beyond those are there.
    var tellsProgress = false
    /// Whether what it moves is that of an app, and booked to it.
    var isOfApp = false
    /// Where it went on with an earlier one; `nil`: it has not said so, and begins at the first byte.
    var resumedAt: Int64?
    /// How often it has said how far it is since what it moved was passed on.
    var steps = 0

    /// Bytes that it has moved over the network, as far as it has said.
    var movedBytes: Int64 { max(0, (progress?.bytes ?? 0) - (resumedAt ?? 0)) }

    /// Bytes that are there; `nil` before its request is sent for the first time.
    var bytes: Int64? {
      isUnderWay || progress != nil || keptBytes > 0 ? max(progress?.bytes ?? 0, keptBytes) : nil
    }
    /// Whether its challenge was answered; the next one is for the app.
    var isAnswered = false

    /// It has given its connection up, and waits for one; its bytes stay.
    mutating func queue() {
      keptBytes = bytes ?? 0
      isUnderWay = false
    }
  }

  enum State {
    /// There is no process, and none is needed.
    case stopped
    case running(any ServiceLine)
    /// Told to end, or given up (`isDeath`); nothing that it says counts any more.
    case ending(any ServiceLine, isDeath: Bool)
    /// It died without having done anything, and is not started again for a while.
    case pausing
  }

  let userID: UInt32
  /// Which group the process gets; `nil`: the one that its folder was made for.
  var groupID: UInt32?
  unowned let host: TransferServices
  private let port: any TransferServicePort
  private(set) var state = State.stopped
  private var waiting = WaitingParcels()
  var attempts: [TransferIdentifier: Attempt] = [:]
  /// Transfers that the process was challenged for, and keeps ready for an answer.
  var challenged: Set<TransferIdentifier> = []
  private var outbox = ServiceOutbox()
  var framer = VarlinkFramer()
  /// Deaths of the process in a row in which it had reported nothing.
  var deaths = 0
  var complaints = 0
  /// Whether it is looked at later, to send orders or to end it; and how often it had something to do.
  private var isFlushDue = false
  private var isRestDue = false
  private var workCount: UInt64 = 0

  init(ofUser userID: UInt32, port: any TransferServicePort, host: TransferServices) {
    self.userID = userID
    self.port = port
    self.host = host
  }

  // MARK: Orders

  /// Takes in an attempt; `pump` sends it.
  func add(_ parcel: TransferParcel) { waiting.append(parcel) }

  func stop(_ transfer: TransferIdentifier, discards: Bool) {
    let attempt = attempts.removeValue(forKey: transfer)
    let hadBegun = attempt != nil
    if let attempt { reportStop(transfer, attempt, discards: discards) }
    challenged.remove(transfer)
    _ = waiting.remove(transfer)
    if discards, hadBegun || mayHaveTraces {
      outbox.discard(transfer)
    } else if hadBegun {
      outbox.pause(transfer)
    }
    flushSoon()
  }

  /// Says what is there of an attempt that is stopped; of one that is discarded, what it has moved.
  private func reportStop(_ transfer: TransferIdentifier, _ attempt: Attempt, discards: Bool) {
    let isBooked = attempt.isOfApp && attempt.movedBytes > 0
    guard let bytes = attempt.bytes, !discards || isBooked else { return }
    let report = TransferReport(
      transfer: transfer,
      attempt: attempt.number,
      event: discards ? .moved : .stopped,
      bytes: bytes,
      movedBytes: attempt.movedBytes
    )
    host.post([report], details: [:])
  }

  /// Takes an attempt back, unless its request is under way.
  func withdraw(_ transfer: TransferIdentifier, attempt: UInt32) {
    if let begun = attempts[transfer] {
      guard begun.number == attempt, !begun.isUnderWay,
        !challenged.contains(transfer)
      else { return }
      attempts[transfer] = nil
      outbox.pause(transfer)
      flushSoon()
    } else if !waiting.remove(transfer) {
      return
    }
    host.post(
      [TransferReport(transfer: transfer, attempt: attempt, event: .withdrawn, isUnderWay: false)],
      details: [:]
    )
  }

  func forget(_ transfer: TransferIdentifier, removesFile: Bool) {
    guard mayHaveTraces else { return }
    outbox.forget(transfer, removesFile: removesFile)
    flushSoon()
  }

  func progress(of transfer: TransferIdentifier) -> TransferProgress? {
    attempts[transfer]?.progress
  }

  /// Whether it has the transfer, and no connection for it yet; `nil`: it does not have it.
  func waitsForConnection(_ transfer: TransferIdentifier) -> Bool? {
    attempts[transfer].map { !$0.isUnderWay } ?? (waiting.contains(transfer) ? true : nil)
  }

  /// Gives the process the answer to a challenge; without one it would be of no use to it.
  func answer(_ transfer: TransferIdentifier, _ credential: TransferCredential) {
    guard case .running(let line) = state, challenged.contains(transfer),
      attempts[transfer]?.isAnswered == false
    else { return }
    attempts[transfer]?.isAnswered = true
    send(.answer(transfer, credential), on: line)
  }

  /// Whether there may be something on the disk that only the process can remove.
  private var mayHaveTraces: Bool {
    if case .stopped = state { port.hasTraces(ofUser: userID) } else { true }
  }

  // MARK: Sending

  /// Orders come one by one, and thousands at a time when a session is cancelled: they go together.
  private func flushSoon() {
    guard !isFlushDue, !outbox.isEmpty else { return }
    isFlushDue = true
    port.schedule(after: .zero) { [weak self] in
      self?.isFlushDue = false
      self?.pump()
    }
  }

  /// Sends what the process can take, and starts it where there is none and something to do.
  func pump() {
    if case .stopped = state, !outbox.isEmpty || !waiting.isEmpty { start() }
    guard case .running(let line) = state else { return }
    for order in outbox.removeAll() { send(order, on: line) }
    while attempts.count < TransferService.attemptsMax, !waiting.isEmpty {
      sendStarts(on: line)
    }
    if attempts.isEmpty { restLater() }
  }

  private func sendStarts(on line: any ServiceLine) {
    let batch = waiting.removeFirst(
      countMax: min(
        TransferService.startsOfMessageMax,
        TransferService.attemptsMax - attempts.count
      ),
      bytesMax: TransferService.contentBytesOfMessageMax
    )
    for parcel in batch {
      attempts[parcel.order.transfer] = Attempt(
        number: parcel.order.attempt,
        tellsProgress: parcel.order.tellsProgress ?? false,
        isOfApp: parcel.order.owner.isApp
      )
    }
    send(.start(batch.map(TransferStart.init)), on: line)
    for parcel in batch {
      let transfer = parcel.order.transfer
      if let credential = host.credential(for: transfer) { answer(transfer, credential) }
    }
  }

  private func send(_ order: TransferServiceOrder, on line: any ServiceLine) {
    workCount += 1
    // Nothing in an order is a number that JSON cannot hold, so encoding never fails.
    guard let bytes = try? SavedCodec.encode(order) else { return }
    line.send(bytes + [0])
  }

  // MARK: The process

  private func start() {
    framer = VarlinkFramer()
    complaints = 0
    challenged = []
    state = .running(
      port.start(userID: userID, groupID: groupID) { [weak self] event in self?.handle(event) }
    )
  }

  private func handle(_ event: ServiceEvent) {
    switch event {
    case .received(let bytes): receive(bytes)
    case .ended: ended()
    case .notStarted(let cause, isLasting: true): failAll(cause)
    case .notStarted(let cause, isLasting: false):
      reportError(cause)
      ended()
    }
  }

  private func ended() {
    let wasDeath = if case .ending(_, isDeath: false) = state { false } else { true }
    state = .stopped
    let lost = attempts.sorted { $0.key < $1.key }
    attempts.removeAll()
    if wasDeath { deaths += 1 }
    let patience = TransferService.patience(afterDeaths: wasDeath ? deaths : 0)
    if patience > .zero {
      state = .pausing
      port.schedule(after: patience) { [weak self] in
        self?.state = .stopped
        self?.pump()
      }
    }
    if !lost.isEmpty {
      host.post(
        lost.map { transfer, attempt in
          TransferReport(
            transfer: transfer,
            attempt: attempt.number,
            event: .interrupted,
            bytes: attempt.bytes ?? 0,
            movedBytes: attempt.movedBytes,
            isUnderWay: attempt.isUnderWay
          )
        },
        details: Dictionary(
          uniqueKeysWithValues: lost.filter(\.value.isUnderWay).map {
            ($0.key, TransferDetail(cause: TransferService.deathCause))
          }
        )
      )
    }
    pump()
  }

  /// The process cannot be started, now or later: all attempts fail, and the next ones try again.
  private func failAll(_ cause: String) {
    state = .stopped
    _ = outbox.removeAll()
    reportError(cause)
    var failed = attempts.mapValues(\.number)
    attempts.removeAll()
    for parcel in waiting.removeAll() { failed[parcel.order.transfer] = parcel.order.attempt }
    guard !failed.isEmpty else { return }
    host.post(
      failed.sorted { $0.key < $1.key }.map {
        TransferReport(
          transfer: $0.key,
          attempt: $0.value,
          event: .failed(.unknown, status: 0, retryAfter: nil),
          isUnderWay: false
        )
      },
      details: failed.mapValues { _ in TransferDetail(cause: cause) }
    )
  }

  /// Ends a process that does not keep to the language.
  func giveUp(_ cause: String) {
    guard case .running(let line) = state else { return }
    reportError(cause)
    state = .ending(line, isDeath: true)
    line.kill()
  }

  func reportError(_ cause: String) {
    complaints += 1
    if complaints <= TransferService.complaintsMax { host.reportError(userID, cause) }
  }

  /// Ends the process when it has had nothing to do for a while.
  private func restLater() {
    guard !isRestDue else { return }
    isRestDue = true
    let seen = workCount
    port.schedule(after: TransferService.rest) { [weak self] in
      guard let self else { return }
      isRestDue = false
      guard case .running(let line) = state, attempts.isEmpty else { return }
      if workCount != seen { return restLater() }
      state = .ending(line, isDeath: false)
      line.close()
    }
  }
}

extension TransferOwner {
  /// Whether an app has asked for the transfer, and not a user.
  fileprivate var isApp: Bool {
    if case .app = self { true } else { false }
  }
}

extension TransferStart {
  init(_ parcel: TransferParcel) {
    self.init(
      transfer: parcel.order.transfer,
      attempt: parcel.order.attempt,
      direction: parcel.order.direction,
      content: parcel.stored.content,
      requestTimeout: parcel.order.requestTimeout,
      connectionsPerHostMax: parcel.order.connectionsPerHostMax,
      resumes: parcel.order.resumes,
      beginsAnew: parcel.order.beginsAnew
    )
  }
}
