import TorporCore
import TorporModel
import TorporWire

// What is kept of the transfers of all users.

extension SessionTable {
  /// No user may fill the disk with what transfers carry.
  func checkRoom(for stored: [StoredTransfer], ofUser userID: UInt32) throws(WireError) {
    let bytes = stored.reduce(0) { $0 + $1.byteCount }
    let kept = driver.transferBytes(ofUser: userID) + transferBytesOfTurn[userID, default: 0]
    guard kept + bytes <= SessionTable.transferBytesOfUserMax else {
      throw .refused(
        .transfer(.tooManyTransferBytes(bytesMax: SessionTable.transferBytesOfUserMax))
      )
    }
    transferBytesOfTurn[userID, default: 0] += bytes
  }

  /// 64 MiB of URLs, headers and paths of one user: 150,000 transfers with 400 bytes each.
  ///
  /// Our choice.
  private static let transferBytesOfUserMax = 64 << 20

  /// What is known of transfers: of the device, of the journal, and of their service.
  func rows(of statuses: [TransferStatus]) -> [TransferRow] {
    zip(statuses, driver.storedTransfers(statuses.map(\.transfer))).map { status, stored in
      TransferRow(
        status: status,
        content: stored?.content,
        detail: stored?.detail ?? TransferDetail(),
        progress: status.state == .running ? driver.progress(of: status.transfer) : nil
      )
    }
  }
}
