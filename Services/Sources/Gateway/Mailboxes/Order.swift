/// What is asked of the mailboxes; each answer is given once everything before it is on the disk.
enum Order: Sendable {
  case push(Push, DeviceToken, answer: @Sendable (Result<Outcome, Refusal>) -> Void)
  case connect(LinkPort, key: [UInt8], answer: @Sendable (Admission) -> Void)
  case disconnect(LinkPort.ID, Mailbox)
  case register(Mailbox, String, Environment, answer: @Sendable (RegisterAnswer) -> Void)
  case unregister(Mailbox, String, Environment, answer: @Sendable (Bool) -> Void)
  case acknowledge(Mailbox, [Acknowledgement], answer: @Sendable () -> Void)
  case power(Mailbox, DeliveryRule, answer: @Sendable () -> Void)
  /// Answered when all before it is done, and before what it lets go.
  case beat(LinkPort.ID, Mailbox, answer: @Sendable () -> Void)
  case launched(Mailbox, topic: String, answer: @Sendable () -> Void)
  /// Removes what nobody comes for any more.
  case sweep
  case count(answer: @Sendable (StoreCounts?) -> Void)

  /// What became of a push that was accepted.
  enum Outcome: Hashable, Sendable {
    /// It is handed to the device.
    case handedOver
    case held(DeliveryRule.Hold)
    /// It was not to be stored, or is no longer worth delivering.
    case discarded
  }

  /// Whether a device that has proven its key is taken in.
  enum Admission: Hashable, Sendable {
    case admitted
    /// The mailbox belongs to another key.
    case refused
    /// The store does not answer.
    case failed
  }

  /// What it takes of memory while it waits, roughly.
  var byteCount: Int {
    if case .push(let push, _, _) = self { 512 + push.payload.count } else { 512 }
  }

  /// Whether it is taken however much waits: it frees something.
  var isAlwaysTaken: Bool {
    switch self {
    case .disconnect, .acknowledge: true
    case .push, .connect, .register, .unregister, .power, .beat, .launched, .sweep, .count: false
    }
  }

  /// The answer to a registration.
  enum RegisterAnswer: Hashable, Sendable {
    case token(String)
    /// The device has as many apps as are kept.
    case full
    case failed
  }

  /// What a device says of a push that it was handed.
  struct Acknowledgement: Hashable, Sendable {
    let id: String
    let version: Int64
    let code: Code

    enum Code: Int64, Sendable {
      case delivered = 100
      case appIsGone = 101
      case refused = 102
      /// Nobody is logged in on the device whose channel it is: it waits until the channel is registered anew.
      case later = 103
    }
  }
}

/// How much lies in the store.
struct StoreCounts: Hashable, Sendable {
  let devices, registrations, pushes: Int64
}

/// One connection of a device, as the mailboxes see it.
struct LinkPort: Sendable {
  typealias ID = UInt64

  let id: ID
  let mailbox: Mailbox
  /// Sends one message; returns at once.
  let send: @Sendable (String) -> Void
  /// Another connection of the same device has taken its place.
  let replace: @Sendable () -> Void
}
