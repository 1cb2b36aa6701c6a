import TorporModel

@testable import TorporCore

extension TestDevice {
  /// A device on Wi-Fi and external power with an app `podcast` on its screen.
  static func withPodcast(
    _ profile: ProfileName = .ios26,
    onPower: Bool = true,
    network: NetworkLink = .wifi
  ) -> TestDevice {
    var device = TestDevice(profile, hasPasscode: false)
    device.power(onPower)
    device.tell(.network(NetworkState(link: network)))
    device.install("podcast")
    device.open("podcast")
    return device
  }

  mutating func openSession(
    _ name: String = "podcast",
    _ configuration: SessionConfiguration = SessionConfiguration(identifier: "eps")
  ) {
    ask(name, .session(.open(configuration)))
  }

  /// Starts transfers in the session `eps` of an app; empty where they were refused.
  @discardableResult
  mutating func start(
    _ requests: [TransferRequest] = [TransferRequest(direction: .download)],
    _ name: String = "podcast",
    key: String? = nil
  ) -> [TransferIdentifier] {
    openSession(name)
    guard
      case .transfersAccepted(let first, let count) = ask(
        name,
        .session(.start(session: "eps", requests, key: key))
      )
    else { return [] }
    return (0..<UInt64(count)).map { TransferIdentifier(rawValue: first.rawValue + $0) }
  }

  /// Starts one download.
  @discardableResult
  mutating func download(_ request: TransferRequest = TransferRequest(direction: .download))
    -> TransferIdentifier
  {
    start([request]).first ?? TransferIdentifier(rawValue: 0)
  }

  /// The transfers that a user asks for with `torpor download`.
  mutating func userDownload(
    _ request: TransferRequest = TransferRequest(direction: .download),
    timeout: Duration = .days(7),
    ownerUserID: UInt32 = 501
  ) -> TransferIdentifier {
    let configuration = SessionConfiguration(identifier: "user", resourceTimeout: timeout)
    let reply = user(
      .transfer(.start([request], ownerUserID: ownerUserID, configuration: configuration))
    )
    guard case .transfersAccepted(let first, _)? = reply else {
      return TransferIdentifier(rawValue: 0)
    }
    return first
  }

  /// The service reports on the attempt that runs.
  mutating func report(
    _ transfer: TransferIdentifier,
    _ event: TransferEvent,
    movedBytes: Int64 = 0,
    newBytes: Int64? = nil,
    isRerouted: Bool? = nil
  ) {
    guard let record = device.transfers[transfer] else { return }
    feed(
      .transfers([
        TransferReport(
          transfer: transfer,
          attempt: record.attempts,
          event: event,
          bytes: record.bytes + movedBytes,
          movedBytes: movedBytes,
          newBytes: newBytes,
          isRerouted: isRerouted
        )
      ])
    )
  }

  /// The service has told that so many bytes of the attempt that runs are there.
  mutating func progress(_ transfer: TransferIdentifier, bytes: Int64) {
    guard let record = device.transfers[transfer] else { return }
    feed(
      .transfers([
        TransferReport(
          transfer: transfer,
          attempt: record.attempts,
          event: .progressed,
          bytes: bytes
        )
      ])
    )
  }

  mutating func finish(_ transfer: TransferIdentifier) {
    report(transfer, .finished(status: 200), movedBytes: 1000)
  }

  mutating func fail(
    _ transfer: TransferIdentifier,
    _ error: TransferError,
    status: Int = 0,
    retryAfter: Duration? = nil,
    movedBytes: Int64 = 0
  ) {
    report(
      transfer,
      .failed(error, status: status, retryAfter: retryAfter),
      movedBytes: movedBytes
    )
  }

  /// The app calls the completion handler that it was given with its events.
  mutating func completeEvents(_ name: String = "podcast") {
    guard let token = token(of: "handleEventsForBackgroundURLSession", name) else { return }
    ask(name, .complete(callback: token, result: .success))
  }

  func state(of transfer: TransferIdentifier) -> TransferState? {
    device.transferStatus(of: transfer, at: now)?.state
  }

  func blockers(of transfer: TransferIdentifier) -> [Reason] {
    device.transferStatus(of: transfer, at: now)?.blockers.map(\.reason) ?? []
  }

  func outcome(of transfer: TransferIdentifier) -> TransferOutcome? {
    device.transfers[transfer]?.outcome
  }

  /// When attempts of the transfer were begun.
  func attempts(of transfer: TransferIdentifier) -> [Instant] {
    log.compactMap { entry in
      guard case .transfer(.start(let order)) = entry.effect, order.transfer == transfer else {
        return nil
      }
      return entry.at
    }
  }

  /// What was ordered of the services, without the starts.
  var transferOrders: [TransferEffect] {
    log.compactMap { entry in
      guard case .transfer(let effect) = entry.effect else { return nil }
      if case .start = effect { return nil }
      return effect
    }
  }

  /// Lets time pass until an attempt runs, a day at most; returns how long it took.
  mutating func passUntilRunning(_ transfer: TransferIdentifier) -> Duration {
    let start = now
    while state(of: transfer) != .running, now - start < .days(1) { pass(.seconds(1)) }
    return now - start
  }

  /// Who cancelled the transfers that the app was told of.
  func outcomesTold() -> [TransferCancellation?] {
    log.compactMap { entry in
      guard case .deliver(_, let delivery) = entry.effect,
        case .session(.didComplete(_, _, let outcome)) = delivery.callback
      else { return nil }
      return .some(outcome.cancellation)
    }
  }

  /// What the app heard of its sessions, in order.
  func news(_ name: String = "podcast") -> [String] {
    let words: Set = [
      "handleEventsForBackgroundURLSession", "didFinishDownloading", "didCompleteWithError",
      "didReceiveChallenge", "willBeginDelayedRequest", "didFinishEvents", "didBecomeInvalid",
      "issueAnnounced", "issueDownloaded",
    ]
    return callbacks(name).filter(words.contains)
  }
}
