import CCurl
import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// A download in progress: a fresh file that grows, and the row that says how to continue it.
///
/// The order that makes a crash harmless is: the row, then the first byte; all bytes, then the row that says so, then
/// both are synced, then the name, then the report. A service that finds a complete file without its name assigns it;
/// one that finds the name assigned, by the file's own number, reports it.
final class Download: Transfer {
  // Shape: the state of one attempt between two callbacks of curl; values computed from it have their own types.
  var folder: TransferFolder?
  var wantedName: String?
  var file: OpenFile?
  var row: RecordRow
  /// The offset of the next byte.
  var offset: Int64 = 0
  var resumedOffset: Int64?
  /// Whether the response's header was processed, and the body is written to the file.
  private var isAccepted = false
  /// Whether the partial file had a name in its folder when the response arrived; some file systems do not say.
  private var partHasName = false
  /// The number of bytes of an unwanted body.
  private var refusedBytes = 0
  /// Whether the request was repeated from zero after the server could not continue; once is enough.
  private var hasBegunAnew = false
  /// Whether the current request is only for the rest.
  private var asksForRest = false
  /// The end of the part in the response, if it contains only a part; and the number of parts so far.
  private var partEnd: Int64?
  private var partCount = 0
  /// Whether the request was repeated on its own connection after a response that is not HTTP.
  private var hasAskedFreshly = false
  var isDiscarded = false
  var lastSync: (bytes: Int64, nanoseconds: Int64) = (0, 0)
  var isSyncing = false

  /// The maximum amount of data that may be lost with the machine: 64 MiB, or the data of 10 s (our choice).
  static let syncBytes: Int64 = 64 << 20
  static let syncNanoseconds: Int64 = 10_000_000_000
  /// The size below which a file gets its row with the turn's others, not before its first byte: 256 KiB, a quarter of
  /// the data that a kill may lose.
  static let smallBytesMax: Int64 = 256 << 10

  /// The maximum number of consecutive parts of a file that are requested in one attempt: 256.
  ///
  /// A server may send less than was requested (RFC 9110, 15.3.7). Our choice.
  static let partsMax = 256
  /// The number of consecutive unanswered requests for the rest before the whole file is requested: 3.
  ///
  /// Our choice.
  static let unansweredRangesMax = 3

  init(_ start: TransferStart, row: RecordRow?, address: Address, tools: TransferTools) {
    self.row = row ?? RecordRow(transfer: start.transfer, url: start.content.url)
    super.init(start, address: address, tools: tools)
  }

  override var moved: (bytes: Int64, totalBytes: Int64?) { (offset, row.totalBytes) }
  override var resumedAt: Int64? { resumedOffset }
  override func take(_ result: SyncResult) { synced(result) }
  override func discard() { discardFile() }
  override func takeNewBytes() -> Int64 {
    let best = row.bestBytes
    guard offset > best, file != nil else { return 0 }
    row.bestBytes = offset
    tools.record.save(row)
    return offset - best
  }
  // A download that cannot be continued would be lost, so it is waited for longer.
  override var patience: Int { offset > 0 && row.validator == nil ? 6 : 1 }
  override var mayGiveWay: Bool { method == "GET" || method == "HEAD" || super.mayGiveWay }
  override func tick(nowNanoseconds: Int64) {
    guard case .requesting = phase else { return }
    if let file, isAccepted, partHasName, file.facts().st_nlink == 0 {
      return fail(
        TransferFailure(.cannotMoveFile, "\(file.path) was removed while it was received")
      )
    }
    guard offset > lastSync.bytes,
      nowNanoseconds - lastSync.nanoseconds >= Download.syncNanoseconds
    else { return }
    sync()
  }

  // MARK: The request

  override func begin() {
    do throws(TransferFailure) {
      guard let destination = start.content.destination else {
        throw TransferFailure(.cannotCreateFile, "the download has no destination")
      }
      let (folder, name) = try TransferFolder.open(for: destination)
      self.folder = folder
      wantedName = name
      if destination.replaces, let name { try FreshFile.checkMayReplace(name, in: folder.file) }
      moveHere(folder)
      if row.stage == .whole, finishEarlier(in: folder) { return }
      offset = try offsetToGoOn(in: folder)
      if file != nil { try checkRoom(folder) }
    } catch {
      return fail(error)
    }
    if let file, offset > 0, offset == row.totalBytes { return finish(file) }
    sendRequest()
  }

  private var method: String { start.content.method ?? "GET" }

  private func sendRequest() {
    isAccepted = false
    refusedBytes = 0
    resumedOffset = nil
    partEnd = nil
    var headers: [String] = []
    if row.unansweredRanges >= Download.unansweredRangesMax { offset = 0 }
    asksForRest = offset > 0 && row.validator != nil
    if asksForRest, let validator = row.validator {
      headers = ["Range: bytes=\(offset)-", "If-Range: \(validator)"]
    }
    request(start.content.url, headers: headers) { handle in
      switch method {
      case "GET": handle.set(CURLOPT_HTTPGET, 1)
      case "HEAD": handle.set(CURLOPT_NOBODY, 1)
      default: handle.set(CURLOPT_CUSTOMREQUEST, method)
      }
      if let bytesMax = start.content.bytesPerSecondMax, bytesMax > 0 {
        handle.limitReceiving(bytesPerSecondMax: bytesMax)
      }
    }
  }

  /// Opens the data of an earlier attempt; returns 0 if none of it can be continued.
  private func offsetToGoOn(in folder: TransferFolder) throws(TransferFailure) -> Int64 {
    guard !row.freshName.isEmpty, let file = FreshFile.reopen(row, in: folder) else {
      row = row.anew(url: start.content.url)
      self.file = nil
      return 0
    }
    self.file = file
    row.stage = .partial
    // The kernel keeps written data until the machine ends; after that only a sync counts.
    var length = file.byteCount
    if row.bootID != tools.record.bootID { length = min(length, row.syncedBytes) }
    let isTheSame =
      row.url == start.content.url && row.validator != nil && method == "GET"
      && !RequestHeaders.has("range", in: start.content.headers)
    if !isTheSame || length > row.totalBytes ?? .max { length = 0 }
    try cut(file, to: length)
    return length
  }

  private func cut(_ file: OpenFile, to length: Int64) throws(TransferFailure) {
    guard file.byteCount != length else { return }
    do throws(SystemError) {
      try file.truncate(to: length)
    } catch {
      throw TransferFailure(error, at: file.path, otherwise: .cannotWriteToFile)
    }
  }

  // MARK: The response

  override func take(body: UnsafeRawBufferPointer) throws(TransferFailure) {
    if !isAccepted {
      guard head.isSuccess else {
        // The body of a refusal is read to its end, so that the connection can be reused.
        refusedBytes += body.count
        guard refusedBytes <= Transfer.refusedBytesMax else { throw refusal }
        return
      }
      try accept()
    }
    guard let file else { return }
    do throws(SystemError) {
      try file.write(body, at: offset)
    } catch {
      throw TransferFailure(error, at: file.path, otherwise: .cannotWriteToFile)
    }
    offset += Int64(body.count)
    if offset - lastSync.bytes >= Download.syncBytes { sync() }
  }

  /// Processes the header, and prepares the row and the file for the first byte.
  private func accept() throws(TransferFailure) {
    guard let folder else { return }
    let isOwnRange = RequestHeaders.has("range", in: start.content.headers)
    row.unansweredRanges = 0
    if head.status == 206, asksForRest {
      try acceptRest()
    } else if head.status == 206, !isOwnRange {
      try acceptBeginning(folder)
    } else {
      try acceptWhole(folder)
    }
    isAccepted = true
    partHasName = file.map { $0.facts().st_nlink > 0 } ?? false
    lastSync = (offset, BootClock.nanoseconds())
    // With the length, so that the next attempt checks for space before its request.
    tools.record.save(row)
    try checkRoom(folder)
    if row.totalBytes ?? .max > Download.smallBytesMax {
      // Only the ability to continue is lost, so a record that cannot be written does not stop the download.
      try? tools.record.commit()
    }
  }

  private func acceptRest() throws(TransferFailure) {
    guard let range = head[.contentRange].flatMap(ContentRange.init), let bytes = range.bytes,
      offset > 0, bytes.lowerBound == offset,
      row.totalBytes == nil || range.total == nil
        || range.total == row.totalBytes,
      head.validator == nil || head.validator == row.validator
    else { throw TransferFailure(.badServerResponse, Download.wrongRange) }
    row.totalBytes = range.total ?? row.totalBytes
    partEnd = bytes.upperBound
    row.bootID = tools.record.bootID
    resumedOffset = offset
  }

  /// Handles a part although none was requested; it is as good as the file if it begins with it.
  private func acceptBeginning(_ folder: TransferFolder) throws(TransferFailure) {
    guard let range = head[.contentRange].flatMap(ContentRange.init), let bytes = range.bytes,
      bytes.lowerBound == 0, let total = range.total,
      head.contentLength == nil || head.contentLength == bytes.upperBound
    else { throw TransferFailure(.badServerResponse, Download.wrongRange) }
    try acceptWhole(folder)
    row.totalBytes = total
    partEnd = bytes.upperBound
  }

  private static let wrongRange = "the server sent another part of the file than was asked for"

  private func acceptWhole(_ folder: TransferFolder) throws(TransferFailure) {
    let detail = self.detail
    offset = 0
    row.url = start.content.url
    row.validator = head.validator
    row.totalBytes = head.contentLength
    row.status = head.status
    row.finalURL = detail.finalURL
    row.mimeType = detail.mimeType
    row.bootID = tools.record.bootID
    row.syncedBytes = 0
    if let file {
      try cut(file, to: 0)
    } else {
      let name =
        wantedName
        ?? ServerFileName.choose(
          contentDisposition: head[.contentDisposition],
          urlPath: detail.finalURL.flatMap { try? Address($0) }?.path ?? address.path
        )
      row.name = name
      row.root = folder.root
      row.folder = folder.path
      row.path = folder.path(of: name)
      row.freshName = FreshFile.name(for: name, transfer: start.transfer)
      let file = try FreshFile.make(row.freshName, in: folder)
      row.inode = Int64(bitPattern: UInt64(file.facts().st_ino))
      self.file = file
    }
  }

  // MARK: The end of the request

  override func requestEnded(_ code: CURLcode) {
    if head.status == 416, offset > 0 { return endOfUnsatisfiable() }
    // The file has changed: as with 416, only the whole file is useful.
    if head.status == 412, asksForRest, !hasBegunAnew { return beginAnew() }
    guard code == CURLE_OK else {
      if isAnswerToAnother(code) { return askFreshly() }
      noteUnanswered()
      return fail(curlFailure(code, bytes: offset, totalBytes: row.totalBytes))
    }
    guard head.isSuccess else { return fail(refusal) }
    do throws(TransferFailure) {
      // A body without a byte.
      if !isAccepted { try accept() }
    } catch {
      return fail(error)
    }
    if let total = row.totalBytes, offset != total, method != "HEAD" {
      if offset == partEnd, offset < total, row.validator != nil, partCount < Download.partsMax {
        partCount += 1
        return sendRequest()
      }
      return fail(curlFailure(CURLE_PARTIAL_FILE, bytes: offset, totalBytes: total))
    }
    guard let file else { return fail(TransferFailure(.unknown, "there is no file")) }
    finish(file)
  }

  override func fail(_ failure: TransferFailure) {
    // If a server mixes up ranges, or its file changed in between, the whole file is requested once.
    if failure.cause == Download.wrongRange, asksForRest, !hasBegunAnew { return beginAnew() }
    super.fail(failure)
  }

  /// Returns whether the data received on a reused connection may be left over from an earlier request.
  private func isAnswerToAnother(_ code: CURLcode) -> Bool {
    let isNoHTTP = code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_WEIRD_SERVER_REPLY
    return isNoHTTP && !hasAskedFreshly && !isAccepted && mayGiveWay && isOnUsedConnection
  }

  private func askFreshly() {
    hasAskedFreshly = true
    needsFreshConnection = true
    sendRequest()
  }

  /// Some servers close the connection whenever a part is requested.
  private func noteUnanswered() {
    guard asksForRest, head.status == 0, isSent else { return }
    row.unansweredRanges += 1
    tools.record.save(row)
  }

  private var refusal: TransferFailure {
    if head.status >= 400 {
      return TransferFailure(.httpStatus, "\(address.place) answered \(head.status)")
    }
    return TransferFailure(
      .badServerResponse,
      "\(address.place) answered \(head.status), which is not a file"
    )
  }

  /// Handles the case that the server has nothing after our last byte: the file is complete, or a different one.
  private func endOfUnsatisfiable() {
    let total = head[.contentRange].flatMap(ContentRange.init)?.total
    if let file, let total, total == offset, row.totalBytes == nil || row.totalBytes == total {
      row.totalBytes = total
      return finish(file)
    }
    guard !hasBegunAnew else { return failByStatus() }
    beginAnew()
  }

  private func beginAnew() {
    hasBegunAnew = true
    offset = 0
    row.validator = nil
    row.totalBytes = nil
    sendRequest()
  }
}
