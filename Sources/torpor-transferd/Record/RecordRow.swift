import TorporModel

/// What is remembered of one transfer over the life of this process.
struct RecordRow: Hashable, Sendable {
  // Shape: one property for each column of the table.
  /// How far it has come.
  enum Stage: Int64, Hashable, Sendable {
    /// Bytes are missing.
    case partial = 0
    /// All bytes are there; the sync, the digest or the name is missing.
    case whole = 1
    /// It is done, and may be reported.
    case finished = 2
  }

  var transfer: TransferIdentifier
  var stage = Stage.partial
  var url: String
  /// The folder of the received file, as in `TransferFile`.
  var root: String?
  var folder = ""
  /// The name of the file while it is not whole; empty where there is none.
  var freshName = ""
  /// The name that it is to have, and then has.
  var name = ""
  var inode: Int64 = 0
  /// What the server calls this state of the file; `nil`: it cannot be gone on with.
  var validator: String?
  var totalBytes: Int64?
  /// Bytes in the file, or taken by the server; counts from stage `whole` on.
  var bytes: Int64 = 0
  /// Up to where the file was synced.
  var syncedBytes: Int64 = 0
  /// The start of the machine in which bytes beyond those were written.
  var bootID = ""
  var status = 0
  /// Where the file lies or will; absolute.
  var path: String?
  var finalURL: String?
  var mimeType: String?
  /// Where an upload that broke off goes on.
  var uploadURL: String?
  var uploadProtocol: UploadProtocol?
  /// The sent file as it was when the upload began.
  var sourceBytes: Int64 = 0
  var sourceModifiedNanoseconds: Int64 = 0
  var sourceInode: Int64 = 0

  /// The most bytes that were ever in the file, or with the server by its own word.
  var bestBytes: Int64 = 0
  /// Requests for the rest in a row to which nothing was answered.
  var unansweredRanges: Int64 = 0

  /// The row of the same transfer when it begins anew: only how far it has been stays.
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

/// By which rules an upload goes on.
enum UploadProtocol: Int64, Hashable, Sendable {
  /// The IETF draft, interop version 3.
  case draft = 1
  /// tus 1.0.
  case tus = 2
}
