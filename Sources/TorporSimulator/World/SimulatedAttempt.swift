import TorporCore
import TorporModel

/// One attempt of a transfer while the simulated service works at it.
struct SimulatedAttempt {
  /// How an attempt can end.
  enum End {
    case finished
    case notConnected, cannotConnect
    /// The connection broke.
    case lost
    /// The service died.
    case interrupted
    case challenged
    /// The server wants a credential, and the app has none.
    case refused
    /// The disk has no room for the rest.
    case diskFull
  }

  let order: TransferOrder
  let resource: SimulatedResource
  /// Bytes that were there before it began.
  private let firstByte: Int64
  /// What has flowed, in billionths of a byte: whole bytes would lose some at each count.
  private var flowed: Int128 = 0
  /// Whether the service dies of it, and nothing of it comes.
  let isPoison: Bool
  /// What it comes to; `nil` while it moves bytes.
  var end: End?

  /// A server that supports ranges goes on where the last attempt was.
  init(_ parcel: TransferParcel, received: Int64, isPoison: Bool = false) {
    order = parcel.order
    self.isPoison = isPoison
    resource = SimulatedResource(parcel.stored.content)
    firstByte = min(received, resource.sizeBytes)
  }

  /// Whether it takes its share of the bandwidth.
  var isMoving: Bool { end == nil && !isPoison }

  /// Whether bytes have come since it began.
  var hasMoved: Bool { moved > 0 }

  /// Whether all bytes are there.
  var isComplete: Bool { missing <= 0 }

  /// Bytes in the file, or taken by the server.
  var bytes: Int64 { firstByte + moved }

  /// Bytes that it has moved.
  var moved: Int64 { Int64(flowed / Self.billion) }
  /// Bytes that have not come yet.
  var missingBytes: Int64 { resource.sizeBytes - bytes }
  private var missing: Int128 { Int128(resource.sizeBytes - firstByte) * Self.billion - flowed }
  private static var billion: Int128 { 1_000_000_000 }

  /// That many billionths of a byte came in.
  mutating func receive(_ share: Int128) {
    guard isMoving else { return }
    flowed += min(share, missing)
    if isComplete { end = .finished }
  }

  /// When it ends by itself at its share of that rate; `nil` where it does not.
  func timeLeft(sharing rate: (bytesPerSecond: Int64, attempts: Int)) -> Duration? {
    guard end == nil, !isComplete else { return .zero }
    guard isMoving else { return nil }
    guard rate.bytesPerSecond > 0 else { return nil }
    // Billionths of a byte by bytes a second are nanoseconds; rounded up, so that all is there then.
    let bytesPerSecond = Int128(rate.bytesPerSecond)
    let nanoseconds = (missing * Int128(rate.attempts) + bytesPerSecond - 1) / bytesPerSecond
    guard nanoseconds < Int128(Self.longest.nanoseconds) else { return nil }
    return .nanoseconds(Int64(nanoseconds))
  }

  /// What takes longer never ends: a hundred years, no scenario is as long (our choice).
  private static var longest: Duration { .days(36_500) }

  /// What the daemon is told.
  func report(of end: End) -> TransferReport {
    TransferReport(
      transfer: order.transfer,
      attempt: order.attempt,
      event: end.event,
      bytes: bytes,
      movedBytes: moved
    )
  }

  /// What people are told beside it.
  func detail(of end: End) -> TransferDetail {
    switch end {
    case .finished:
      TransferDetail(
        path: order.direction == .download ? "/simulated/\(order.transfer)" : nil,
        finalURL: "http://\(SimulatedResource.host)/"
      )
    case .challenged:
      TransferDetail(
        challenge: TransferChallenge(host: SimulatedResource.host, scheme: "Basic")
      )
    case .lost:
      TransferDetail(
        cause: "the connection broke after \(bytes) of \(resource.sizeBytes) bytes"
      )
    case .notConnected: TransferDetail(cause: "there is no network")
    case .cannotConnect: TransferDetail(cause: "the server does not answer")
    case .refused: TransferDetail(cause: "the server requires a name and a password")
    case .interrupted: TransferDetail(cause: "the transfer service died")
    case .diskFull: TransferDetail(cause: "the disk has no room for \(missingBytes) bytes")
    }
  }
}

extension SimulatedAttempt.End {
  /// What it is to the policy.
  fileprivate var event: TransferEvent {
    switch self {
    case .finished: .finished(status: 200)
    case .notConnected: .failed(.notConnectedToInternet, status: 0, retryAfter: nil)
    case .cannotConnect: .failed(.cannotConnectToHost, status: 0, retryAfter: nil)
    case .lost: .failed(.networkConnectionLost, status: 0, retryAfter: nil)
    case .interrupted: .interrupted
    case .challenged: .challenged
    case .refused: .failed(.userAuthenticationRequired, status: 401, retryAfter: nil)
    case .diskFull: .failed(.diskFull, status: 200, retryAfter: nil)
    }
  }
}
