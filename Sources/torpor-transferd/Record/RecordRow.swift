import TorporModel

/// The stored state of one transfer, beyond the life of this process.
struct RecordRow: Hashable, Sendable {
  // Shape: one property for each column of the table.
  /// The stage of the transfer.
  enum Stage: Int64, Hashable, Sendable {
    /// Bytes are missing.
    case partial = 0
    /// All bytes were received; the sync, the digest or the name is missing.
    case whole = 1
    /// It is done, and can be reported.
    case finished = 2
  }

  var transfer: TransferIdentifier
  var stage = Stage.partial
  var url: String
  /// The folder of the received file, as in `TransferFile`.
  var root: String?
  var folder = ""
  /// The name of the file while it is incomplete; empty if there is none.
  var freshName = ""
  /// The name that it will have, and then has.
  var name = ""
  var inode: Int64 = 0
  /// The server's validator for this state of the file; `nil`: it cannot be continued.
  var validator: String?
  var totalBytes: Int64?
  /// The number of bytes in the file, or accepted by the server; valid from stage `whole` on.
  var bytes: Int64 = 0
  /// The offset up to which the file was synced.
  var syncedBytes: Int64 = 0
  /// The machine's boot in which bytes beyond that offset were written.
  var bootID = ""
  var status = 0
  /// The absolute path of the file, now or later.
  var path: String?
  var finalURL: String?
  var mimeType: String?
  /// The address at which an interrupted upload continues.
  var uploadURL: String?
  var uploadProtocol: UploadProtocol?
  /// The state of the sent file when the upload began.
  var sourceBytes: Int64 = 0
  var sourceModifiedNanoseconds: Int64 = 0
  var sourceInode: Int64 = 0

  /// The maximum number of bytes ever in the file, or at the server according to its own report.
  var bestBytes: Int64 = 0
  /// The number of consecutive requests for the rest that were not answered.
  var unansweredRanges: Int64 = 0

  /// Returns the row of the same transfer when it starts again: only the greatest progress remains.
  func anew(url: String) -> RecordRow {
    var row = RecordRow(transfer: transfer, url: url)
    row.bestBytes = bestBytes
    return row
  }

  init(transfer: TransferIdentifier, url: String) {
    self.transfer = transfer
    self.url = url
  }
}

/// The protocol by which an upload continues.
enum UploadProtocol: Int64, Hashable, Sendable {
  /// The IETF draft, interop version 3.
  case draft = 1
  /// tus 1.0.
  case tus = 2
}
