import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

/// One attempt of a transfer, from its order to what it comes to.
struct ServedAttempt {
  enum Phase {
    /// Its server serves as many others as one device may ask of it.
    case waiting
    /// The test was asked what the server says.
    case asked
    case moving
  }

  let order: TransferOrder
  let content: TransferContent
  var phase = Phase.waiting
  var answer = ServerAnswer()
  /// What it is to move in all: the file, whichever way it goes.
  var totalBytes: Int64 = 0
  /// Bytes that were there before it began.
  var keptBytes: Int64 = 0
  /// Where the flow of bytes was counted last, and how fast it has been since.
  private var counted: (bytes: Int64, at: Instant) = (0, .zero)
  private var bytesPerSecond: Int64 = 0
  /// When the test said what the server answers.
  private var begun = Instant.zero
  /// What is to happen next.
  var scheduled: VirtualClock.Scheduled?
  /// Whether it has said that bytes have come.
  var hasToldProgress = false

  init(_ parcel: TransferParcel) {
    order = parcel.order
    content = parcel.stored.content
  }

  /// The server's name, in lower case, with its port.
  var host: String {
    (try? TransferURL(parsing: content.url)).map { "\($0.host):\($0.port)" } ?? content.url
  }

  /// Whether a body comes with the answer, or the answer behind the body.
  private var hasBody: Bool {
    order.direction == .upload || (200..<300).contains(answer.status)
  }

  /// Where bytes stop to move.
  private var goal: Int64 {
    guard hasBody else { return keptBytes }
    return switch answer.end {
    case .whole: totalBytes
    case .lost(let bytes), .stalls(let bytes): min(totalBytes, max(keptBytes, bytes))
    case .unreachable, .unknownHost: keptBytes
    }
  }

  /// Begins to move bytes behind the delay of the server.
  mutating func move(from kept: Int64, at now: Instant, bytesPerSecond speed: Int64) {
    phase = .moving
    begun = now
    keptBytes = min(kept, totalBytes)
    counted = (keptBytes, now + answer.delay)
    bytesPerSecond = speed
  }

  /// Bytes move at another speed from now on.
  mutating func change(bytesPerSecond speed: Int64, at now: Instant) {
    counted = (bytes(at: now), max(now, counted.at))
    bytesPerSecond = speed
  }

  /// Bytes that are there.
  func bytes(at now: Instant) -> Int64 {
    guard phase == .moving, now > counted.at else { return counted.bytes }
    let passed = Int128((now - counted.at).nanoseconds)
    let moved = passed * Int128(bytesPerSecond) / 1_000_000_000
    return Int64(min(Int128(goal), Int128(counted.bytes) + moved))
  }

  /// When nothing more moves; `nil` where that is never.
  var endsMoving: Instant? {
    let left = Int128(max(0, goal - counted.bytes))
    guard left > 0 else { return counted.at }
    guard bytesPerSecond > 0 else { return nil }
    // Rounded up, so that all is there then.
    let nanoseconds = (left * 1_000_000_000 + Int128(bytesPerSecond) - 1) / Int128(bytesPerSecond)
    guard nanoseconds < Int128(Int64.max / 2) else { return nil }
    return counted.at + .nanoseconds(Int64(nanoseconds))
  }

  /// Whether the server takes longer for its first byte than the app waits.
  var isTooLate: Bool { answer.delay >= order.requestTimeout }

  /// When it comes to something: a connection that has become silent is given up later.
  var ends: Instant {
    if isTooLate { return begun + order.requestTimeout }
    let silent: Bool
    if case .stalls = answer.end { silent = goal < totalBytes } else { silent = false }
    guard let end = endsMoving, !silent else {
      return (endsMoving ?? counted.at) + order.requestTimeout
    }
    return end
  }

  /// What the policy is told of it.
  func report(_ event: TransferEvent, at now: Instant) -> TransferReport {
    TransferReport(
      transfer: order.transfer,
      attempt: order.attempt,
      event: event,
      bytes: bytes(at: now),
      movedBytes: bytes(at: now) - keptBytes,
      isUnderWay: phase == .moving ? nil : false
    )
  }

  /// How far it is, for the app.
  func progress(at now: Instant) -> TransferProgress {
    let saysLength = order.direction == .upload || answer.saysLength
    return TransferProgress(
      bytes: bytes(at: now),
      totalBytes: saysLength ? totalBytes : nil,
      bytesPerSecond: bytesPerSecond
    )
  }
}
