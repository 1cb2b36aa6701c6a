package import TorporCore
package import TorporModel

/// The transfer service of the simulated machine, in virtual time.
///
/// Bytes flow at the bandwidth of the device, shared evenly among the attempts that run; the number of
/// connections and the limits of single transfers are not simulated. Nothing flows without a network
/// or a server. What was received outlives the daemon and the machine, attempts do not.
package final class SimulatedTransfers: TransferPort {
  // Shape: one method for each requirement of TransferPort; the state is that of the network, of servers and of
  // attempts.
  private let clock: VirtualClock
  private let recorder: TimelineRecorder
  /// Owned by the machine, as this is: the daemon holds its ports.
  private unowned let sink: any HostEventSink
  private let bandwidthBytesPerSecond: Int64
  private var attempts: [TransferIdentifier: SimulatedAttempt] = [:]
  /// Bytes that are in the file, or with the server, of transfers that no attempt runs for.
  private var received: [TransferIdentifier: Int64] = [:]
  /// What the app said to a challenge, for the next attempts; kept in memory alone.
  private var answers: [TransferIdentifier: ChallengeAnswer] = [:]
  private var hasNetwork = true
  private var server = ServerCondition.up
  /// Free space for what is downloaded.
  private var freeStorageBytes = Int64.max
  /// Until when the bytes of all attempts are counted.
  private var countedUntil: Instant
  /// The one event of the service: the next attempt that ends by itself.
  private var wakeup: VirtualClock.Scheduled?
  /// Whether the daemon is dead in the middle of its turn: its orders are not carried out.
  var isCutOff = false

  /// How often the service still dies of a transfer.
  private var deadly: [TransferIdentifier: Int] = [:]

  private enum ChallengeAnswer { case credential, nothing }

  /// Makes a service that has nothing to do, with a network and a server that answers.
  package init(
    clock: VirtualClock,
    recorder: TimelineRecorder,
    sink: any HostEventSink,
    bandwidthBytesPerSecond: Int64
  ) {
    self.clock = clock
    self.recorder = recorder
    self.sink = sink
    self.bandwidthBytesPerSecond = bandwidthBytesPerSecond
    countedUntil = clock.now()
  }

  // MARK: The world around it

  /// Whether an attempt of the transfer runs.
  package func isRunning(_ transfer: TransferIdentifier) -> Bool { attempts[transfer] != nil }

  /// The transfers that attempts run for, in the order of their numbers.
  package var running: [TransferIdentifier] { attempts.keys.sorted() }

  /// The network is there or not; what runs loses its connection with it.
  ///
  /// A change from one network to another keeps connections: our choice.
  package func setNetwork(_ isThere: Bool) {
    guard hasNetwork != isThere else { return }
    count()
    hasNetwork = isThere
    if !isThere { endMoving(with: .lost) } else { schedule() }
  }

  /// The servers behave so from now on; what runs loses its connection to a server that goes down.
  package func setServer(_ condition: ServerCondition) {
    guard server != condition else { return }
    count()
    server = condition
    if condition == .down { endMoving(with: .lost) } else { schedule() }
  }

  /// So much of the disk is free from now on; a download that no longer fits ends.
  ///
  /// The service knows how long a file is as soon as the server has answered. What is downloaded takes no space away: how
  /// much is free, the scenario says.
  package func setFreeStorage(_ bytes: Int64) {
    guard freeStorageBytes != bytes else { return }
    count()
    freeStorageBytes = bytes
    let unfit = running.filter { attempts[$0].map { $0.isMoving && !fits($0) } ?? false }
    for transfer in unfit { attempts[transfer]?.end = .diskFull }
    end(unfit)
  }

  private func fits(_ attempt: SimulatedAttempt) -> Bool {
    attempt.order.direction == .upload || attempt.missingBytes <= freeStorageBytes
  }

  /// The service dies; the next one has what was received, and says what was interrupted.
  package func die() {
    count()
    for transfer in running { attempts[transfer]?.end = .interrupted }
    end(running)
  }

  /// The service dies of a transfer, now and so many times more, whenever it is at it.
  package func poison(_ transfer: TransferIdentifier, deathCount: Int) {
    deadly[transfer] = deathCount
    die()
  }

  /// No transfer is deadly any more.
  package func endPoison() { deadly.removeAll() }

  /// The daemon died, or the machine: attempts stop unheard, and credentials are forgotten.
  package func daemonDied() {
    count()
    for transfer in running { keepBytes(of: transfer) }
    answers.removeAll()
    schedule()
  }

  /// The machine sleeps: nothing flows until it is awake.
  func sleep() { count() }

  func awake() { countedUntil = clock.now() }

  // MARK: The flow of bytes

  /// What all attempts get together, in bytes a second.
  ///
  /// A slow server gives a tenth of what the network could carry: our choice.
  private var bytesPerSecond: Int64 {
    server == .slow ? bandwidthBytesPerSecond / 10 : bandwidthBytesPerSecond
  }

  /// Counts what has flowed since the last count; comes before every change of who gets how much.
  private func count() {
    let now = clock.now()
    let flowed = flow(until: now)
    for transfer in running { attempts[transfer]?.receive(flowed) }
    countedUntil = now
  }

  /// What each attempt that moves bytes got since the last count, in billionths of a byte.
  private func flow(until now: Instant) -> Int128 {
    let passed = Int128((now - countedUntil).nanoseconds)
    return passed * Int128(bytesPerSecond) / Int128(max(1, movingCount))
  }

  private var movingCount: Int { attempts.values.count(where: \.isMoving) }

  /// Has the one event at the moment at which the next attempt ends.
  private func schedule() {
    wakeup?.cancel()
    let share = (bytesPerSecond: bytesPerSecond, attempts: movingCount)
    let next = attempts.values.compactMap { $0.timeLeft(sharing: share) }.min()
    wakeup = next.map { left in
      clock.schedule(at: countedUntil + left) { [unowned self] in
        count()
        end(attempts.filter { $0.value.end != nil }.keys.sorted())
      }
    }
  }

  /// Breaks off what moves bytes; what has an end already is reported with that.
  private func endMoving(with event: SimulatedAttempt.End) {
    let moving = running.filter { attempts[$0]?.isMoving == true }
    for transfer in moving { attempts[transfer]?.end = event }
    end(moving)
  }

  /// Reports attempts that have an end.
  private func end(_ ended: [TransferIdentifier]) {
    var reports: [TransferReport] = []
    var details: [TransferIdentifier: TransferDetail] = [:]
    for transfer in ended {
      guard let attempt = attempts[transfer], let end = attempt.end else { continue }
      keepBytes(of: transfer)
      reports.append(attempt.report(of: end))
      details[transfer] = attempt.detail(of: end)
    }
    schedule()
    if !reports.isEmpty { sink.post(.transfers(reports, details: details)) }
  }

  private func keepBytes(of transfer: TransferIdentifier) {
    guard let attempt = attempts.removeValue(forKey: transfer) else { return }
    received[transfer] = attempt.bytes
  }
}

// MARK: Orders

extension SimulatedTransfers {
  package func start(_ parcels: [TransferParcel]) {
    guard !isCutOff else { return }
    count()
    for parcel in parcels { begin(parcel) }
    schedule()
  }

  private func begin(_ parcel: TransferParcel) {
    let transfer = parcel.order.transfer
    if let running = attempts[transfer] {
      recorder.violation(
        "attempt \(parcel.order.attempt) of transfer \(transfer) was ordered while attempt"
          + " \(running.order.attempt) runs"
      )
      keepBytes(of: transfer)
    }
    let deathCount = deadly[transfer] ?? 0
    let kept = received[transfer] ?? parcel.order.resumes.flatMap { received[$0] } ?? 0
    let isWhole = kept >= SimulatedResource(parcel.stored.content).sizeBytes
    var attempt = SimulatedAttempt(
      parcel,
      received: parcel.order.beginsAnew == true && !isWhole ? 0 : kept,
      isPoison: deathCount > 0 || SimulatedResource(parcel.stored.content).killsService
    )
    attempt.end = refusal(of: attempt)
    attempts[transfer] = attempt
    if deathCount > 0 { deadly[transfer] = deathCount > 1 ? deathCount - 1 : nil }
    let number = parcel.order.attempt
    if attempt.isPoison, attempt.end == nil {
      clock.schedule(at: clock.now() + Self.answerTime) { [weak self] in
        guard self?.attempts[transfer]?.order.attempt == number else { return }
        self?.die()
      }
    } else if parcel.order.tellsProgress == true {
      clock.schedule(at: clock.now() + Self.answerTime) { [weak self] in
        self?.tellProgress(of: transfer, number)
      }
    }
  }

  /// Tells of an attempt that bytes have come; where none have, the policy's time runs.
  private func tellProgress(of transfer: TransferIdentifier, _ number: UInt32) {
    count()
    guard let attempt = attempts[transfer], attempt.order.attempt == number, attempt.end == nil,
      attempt.hasMoved
    else { return }
    let report = TransferReport(
      transfer: transfer,
      attempt: number,
      event: .progressed,
      bytes: attempt.bytes,
      movedBytes: attempt.moved
    )
    sink.post(.transfers([report], details: [:]))
  }

  /// How long a server takes to answer, where that matters: 500 ms, as often as a service tells of progress
  /// (our choice).
  private static let answerTime = Duration.milliseconds(500)

  /// Why an attempt that begins now ends at once; `nil` where it moves bytes.
  private func refusal(of attempt: SimulatedAttempt) -> SimulatedAttempt.End? {
    guard hasNetwork else { return .notConnected }
    guard server != .down else { return .cannotConnect }
    // All bytes are there since an earlier attempt: nobody is asked any more.
    guard !attempt.isComplete else { return .finished }
    let answered: SimulatedAttempt.End? = fits(attempt) ? nil : .diskFull
    guard attempt.resource.needsAuthentication else { return answered }
    switch answers[attempt.order.transfer] {
    case nil: return .challenged
    case .nothing: return .refused
    case .credential: return answered
    }
  }

  package func stop(
    _ transfer: TransferIdentifier,
    of owner: RecipeOwner,
    discards: Bool
  ) {
    guard !isCutOff else { return }
    count()
    keepBytes(of: transfer)
    if discards { received[transfer] = nil }
    schedule()
  }

  /// No attempt waits for its begin.
  package func withdraw(_ transfer: TransferIdentifier, of owner: RecipeOwner, attempt: UInt32) {}

  package func forget(
    _ transfer: TransferIdentifier,
    of owner: RecipeOwner,
    removesFile: Bool
  ) {
    guard !isCutOff else { return }
    answers[transfer] = nil
    if removesFile { received[transfer] = nil }
  }

  package func useCredential(
    _ credential: TransferPassword?,
    for transfer: TransferIdentifier
  ) {
    guard !isCutOff else { return }
    answers[transfer] = credential == nil ? .nothing : .credential
  }

  package func progress(of transfer: TransferIdentifier) -> TransferProgress? {
    guard var attempt = attempts[transfer] else { return nil }
    attempt.receive(flow(until: clock.now()))
    return TransferProgress(
      bytes: attempt.bytes,
      totalBytes: attempt.resource.sizeBytes,
      bytesPerSecond: attempt.isMoving ? bytesPerSecond / Int64(max(1, movingCount)) : 0
    )
  }

  /// Every attempt of this service is under way as soon as it is begun.
  package func waitsForConnection(_ transfer: TransferIdentifier) -> Bool { false }
}
