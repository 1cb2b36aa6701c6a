package import TorporModel

// Transfers: what apps and users ask, and what the services report.

extension Device {
  mutating func handle(
    _ request: SessionRequest,
    from launch: LaunchIdentifier,
    inSlot slot: Int,
    _ id: RequestIdentifier?,
    in turn: inout Turn
  ) {
  }

  mutating func perform(_ action: TransferAction, in turn: inout Turn) -> Reply {
    .refused(.transfer(.unknownTransfer(TransferIdentifier(rawValue: 0))))
  }

  mutating func handle(_ reports: [TransferReport], in turn: inout Turn) {
  }

  /// All that is known of a transfer; `nil` for one that is not there.
  package func transferStatus(of transfer: TransferIdentifier, at moment: Instant)
    -> TransferStatus?
  {
    nil
  }

  /// The transfers of an owner, of a page that begins after the one that is named.
  package func transferStatuses(
    of owner: TransferOwner,
    after: TransferIdentifier?,
    countMax: Int,
    at moment: Instant
  ) -> [TransferStatus] {
    []
  }

  /// Whose a transfer is; `nil` for one that is not there.
  package func owner(of transfer: TransferIdentifier) -> TransferOwner? { nil }
}
