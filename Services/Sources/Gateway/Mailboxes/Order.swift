/// A request to the mailboxes; each answer is given once everything before it is on the disk.
enum Order: Sendable {
  case push(Push, DeviceToken, answer: @Sendable (Result<Outcome, Refusal>) -> Void)
  case connect(LinkPort, key: [UInt8], answer: @Sendable (Admission) -> Void)
  case disconnect(LinkPort.ID, Mailbox)
  case register(Mailbox, String, Environment, answer: @Sendable (RegisterAnswer) -> Void)
  case unregister(Mailbox, String, Environment, answer: @Sendable (Bool) -> Void)
  case acknowledge(Mailbox, [Acknowledgement], answer: @Sendable () -> Void)
  case power(Mailbox, DeliveryRule, answer: @Sendable () -> Void)
  /// A beat; it is answered when everything before it is done, and before the pushes that it releases.
  case beat(LinkPort.ID, Mailbox, answer: @Sendable () -> Void)
  case launched(Mailbox, topic: String, answer: @Sendable () -> Void)
  /// Hands over the stored pushes that may be released: something has changed elsewhere, or an earlier attempt has
  /// failed.
  case look(Mailbox)
  /// Removes data that is no longer needed.
  case sweep
  case count(answer: @Sendable (StoreCounts?) -> Void)

  /// The outcome of an accepted push.
  enum Outcome: Hashable, Sendable {
    /// It was handed to the device.
    case handedOver
    case held(DeliveryRule.Hold)
    /// It was not to be stored, or is no longer worth delivering.
    case discarded
  }

  /// Whether a device that has proven its key is admitted.
  enum Admission: Hashable, Sendable {
    case admitted
    /// The mailbox belongs to another key.
    case refused
    /// The store does not answer.
    case failed
  }

  /// The approximate memory that it uses while it waits.
  var byteCount: Int {
    if case .push(let push, _, _) = self { 512 + push.payload.count } else { 512 }
  }

  /// Whether it is accepted however much is waiting, because it frees something.
  var isAlwaysTaken: Bool {
    switch self {
    case .disconnect, .acknowledge: true
    case .push, .connect, .register, .unregister, .power, .beat, .launched, .look, .sweep, .count:
      false
    }
  }

  /// Answers that the order was not carried out.
  ///
  /// A beat has no such answer: the device notices that none arrives, and reconnects.
  func fail(_ reason: Refusal.Reason) {
    switch self {
    case .push(_, _, let answer): answer(.failure(Refusal(reason)))
    case .connect(_, _, let answer): answer(.failed)
    case .register(_, _, _, let answer): answer(.failed)
    case .unregister(_, _, _, let answer): answer(false)
    case .acknowledge(_, _, let answer), .power(_, _, let answer), .launched(_, _, let answer):
      answer()
    case .count(let answer): answer(nil)
    case .disconnect, .beat, .look, .sweep: break
    }
  }

  /// The device concerned; `nil`: all devices.
  var mailbox: Mailbox? {
    switch self {
    case .push(_, let token, _): token.mailbox
    case .connect(let link, _, _): link.mailbox
    case .disconnect(_, let mailbox), .register(let mailbox, _, _, _),
      .unregister(let mailbox, _, _, _), .acknowledge(let mailbox, _, _),
      .power(let mailbox, _, _), .beat(_, let mailbox, _), .launched(let mailbox, _, _),
      .look(let mailbox):
      mailbox
    case .sweep, .count: nil
    }
  }

  /// The answer to a registration.
  enum RegisterAnswer: Hashable, Sendable {
    case token(String)
    /// The device has the maximum number of apps.
    case full
    case failed
  }

  /// A device's report on a push that it was handed.
  struct Acknowledgement: Hashable, Sendable {
    let id: String
    let version: Int64
    let code: Code

    enum Code: Int64, Sendable {
      case delivered = 100
      case appIsGone = 101
      case refused = 102
      /// The channel belongs to a user who is not logged in on the device: the push waits until the channel is
      /// registered again.
      case later = 103
    }
  }
}

/// The numbers of entries in the store.
struct StoreCounts: Hashable, Sendable {
  /// `nil`: the store does not count them.
  let devices, registrations, pushes: Int64?
}
