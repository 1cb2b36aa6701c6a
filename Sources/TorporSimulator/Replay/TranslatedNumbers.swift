import TorporCore
import TorporModel

/// How numbers that the recorded device gave translate into those of the other one.
///
/// What was there before the recording has the same number on both.
struct TranslatedNumbers {
  var tokens: [CallbackToken: CallbackToken] = [:]
  var recordedTokens: Set<CallbackToken> = []
  var tasks: [BackgroundTaskIdentifier: BackgroundTaskIdentifier] = [:]
  var recordedTasks: Set<BackgroundTaskIdentifier> = []
  private var transfers: [TransferIdentifier: TransferIdentifier] = [:]
  private var recordedTransfers: Set<TransferIdentifier> = []
  private var ownTransfers: [TransferIdentifier: TransferIdentifier] = [:]
  /// Attempts of the recorded device that run.
  private var attempts: [TransferIdentifier: UInt32] = [:]
  /// By the attempt of the recorded device, that of the other.
  private var matched: [Attempt: Attempt] = [:]
  /// Attempts of the other device that the recorded one has not begun yet in the turn.
  private var waiting: [TransferIdentifier: UInt32] = [:]
  /// What the other device answered to the request that is handled.
  var ownReply: Reply?
  private var requests: UInt64 = 0

  struct Attempt: Hashable {
    let transfer: TransferIdentifier
    let number: UInt32
  }

  /// The number of a request that nobody made: far beyond those of sessions.
  mutating func makeRequest() -> RequestIdentifier {
    requests += 1
    return RequestIdentifier(rawValue: 1 << 62 + requests)
  }

  func token(_ recorded: CallbackToken) -> CallbackToken? {
    recordedTokens.contains(recorded) ? tokens[recorded] : recorded
  }

  func task(_ recorded: BackgroundTaskIdentifier) -> BackgroundTaskIdentifier? {
    recordedTasks.contains(recorded) ? tasks[recorded] : recorded
  }

  func transfer(_ recorded: TransferIdentifier) -> TransferIdentifier? {
    recordedTransfers.contains(recorded) ? transfers[recorded] : recorded
  }

  func recordedTransfer(_ own: TransferIdentifier) -> TransferIdentifier? {
    ownTransfers[own] ?? (recordedTransfers.contains(own) ? nil : own)
  }

  // MARK: Replies: first the other device's, then the recorded one's

  mutating func note(own reply: Reply) { ownReply = reply }

  mutating func note(recorded reply: Reply) {
    defer { ownReply = nil }
    switch reply {
    case .task(let task):
      recordedTasks.insert(task)
      if case .task(let own) = ownReply { tasks[task] = own }
    case .transfersAccepted(let first, let count):
      for offset in 0..<UInt64(count) {
        let recorded = TransferIdentifier(rawValue: first.rawValue + offset)
        recordedTransfers.insert(recorded)
        guard case .transfersAccepted(let ownFirst, count) = ownReply else { continue }
        let own = TransferIdentifier(rawValue: ownFirst.rawValue + offset)
        transfers[recorded] = own
        ownTransfers[own] = recorded
      }
    default: break
    }
  }

  // MARK: Attempts of transfers

  mutating func note(recorded order: TransferOrder) {
    attempts[order.transfer] = order.attempt
    guard let own = transfer(order.transfer), let number = waiting.removeValue(forKey: own) else {
      return
    }
    matched[Attempt(transfer: order.transfer, number: order.attempt)] =
      Attempt(transfer: own, number: number)
  }

  /// Whether the attempt gets the reports of one that was recorded.
  mutating func match(_ order: TransferOrder) -> Bool {
    guard let recorded = recordedTransfer(order.transfer) else { return false }
    guard let number = attempts[recorded],
      matched[Attempt(transfer: recorded, number: number)] == nil
    else {
      waiting[order.transfer] = order.attempt
      return false
    }
    matched[Attempt(transfer: recorded, number: number)] =
      Attempt(transfer: order.transfer, number: order.attempt)
    return true
  }

  /// Whether the recorded device has taken over an attempt after all, so that no answer is assumed.
  func isMatched(_ report: TransferReport) -> Bool {
    guard let recorded = recordedTransfer(report.transfer), let number = attempts[recorded] else {
      return false
    }
    return matched[Attempt(transfer: recorded, number: number)]
      == Attempt(transfer: report.transfer, number: report.attempt)
  }

  /// An assumed answer ends the wait for the attempt of the recorded device.
  mutating func endWaiting(_ own: TransferIdentifier) { waiting[own] = nil }

  func report(_ recorded: TransferReport) -> TransferReport? {
    let attempt = Attempt(transfer: recorded.transfer, number: recorded.attempt)
    guard let own = matched[attempt] ?? attempt.asBefore(self) else { return nil }
    return TransferReport(
      transfer: own.transfer,
      attempt: own.number,
      event: recorded.event,
      bytes: recorded.bytes,
      movedBytes: recorded.movedBytes,
      newBytes: recorded.newBytes,
      isRerouted: recorded.isRerouted,
      isUnderWay: recorded.isUnderWay
    )
  }

  fileprivate func hasBegun(_ transfer: TransferIdentifier) -> Bool { attempts[transfer] != nil }
}

extension TranslatedNumbers.Attempt {
  /// An attempt that ran before the recording began is the same on both devices.
  fileprivate func asBefore(_ numbers: TranslatedNumbers) -> Self? {
    numbers.hasBegun(transfer) ? nil : self
  }
}
