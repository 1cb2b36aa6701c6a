import TorporModel
import TorporWire

@testable import torpor

extension Samples {
  /// A transfer, 5 minutes old.
  static func transfer(
    number: UInt64 = 12,
    _ state: TransferState,
    _ direction: TransferDirection = .download,
    bytes: Int64 = 0,
    of total: Int64? = nil,
    rate: Int64? = nil,
    attempts: Int = 1,
    lastError: TransferError? = nil,
    blockers: [Condition] = [],
    outcome: TransferOutcome? = nil,
    url: String? = "https://example.com/files/debian.iso?mirror=1",
    label: String? = nil,
    destination: String? = "/home/ada/",
    source: String? = nil,
    detail: TransferDetail = TransferDetail()
  ) -> TransferRow {
    TransferRow(
      status: TransferStatus(
        transfer: TransferIdentifier(rawValue: number),
        app: nil,
        ownerUserID: 1000,
        session: "user",
        direction: direction,
        state: state,
        isDiscretionary: false,
        submittedAt: now - .minutes(5),
        deadline: now + .days(7),
        attempts: attempts,
        bytes: bytes,
        expectedBytes: total,
        lastError: lastError,
        blockers: blockers,
        outcome: outcome
      ),
      url: url,
      label: label,
      destination: direction == .download ? destination : nil,
      source: source,
      detail: detail,
      progress: rate.map {
        TransferProgress(bytes: bytes, totalBytes: total, bytesPerSecond: $0)
      }
    )
  }

  static let moving = transfer(
    number: 12,
    .running,
    bytes: 260 << 20,
    of: 628 << 20,
    rate: 9 << 20
  )

  static let retrying = transfer(
    number: 13,
    .waiting,
    bytes: 3 << 20,
    lastError: .httpStatus,
    blockers: [Condition(.retryInterval, holds: false, until: now + .minutes(30))],
    url: "https://example.com/kernel.tar.xz",
    detail: TransferDetail(cause: "the server answered 503")
  )

  static let complete = transfer(
    number: 14,
    .completed,
    bytes: 1500,
    of: 1500,
    outcome: TransferOutcome(at: now - .minutes(1), status: 200),
    detail: TransferDetail(path: "/home/ada/SHA256SUMS")
  )

  static let failed = transfer(
    number: 15,
    .failed,
    outcome: TransferOutcome(at: now - .minutes(2), error: .httpStatus, status: 404),
    url: "https://example.com/nothing.txt"
  )
}
