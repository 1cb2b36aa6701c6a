import CCurl
import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// A file on its way in: a fresh file that grows, and the row that says how to go on with it.
///
/// The order that makes a crash harmless: the row, then the first byte; all bytes, then the row that
/// says so, then both synced, then the name, then the report. A service that finds a whole file without its
/// name gives it; one that finds the name given, by the file's own number, reports it.
final class Download: Transfer {
  // Shape: the state of one attempt between two callbacks of curl; what is computed from it is in values of its own.
  var folder: TransferFolder?
  var wantedName: String?
  var file: OpenFile?
  var row: RecordRow
  /// Where the next byte goes.
  var offset: Int64 = 0
  var resumedOffset: Int64?
  /// Whether the answer's head has been looked at, and the body goes to the file.
  private var isAccepted = false
  /// Whether the part had a name in its folder when the answer came; some file systems do not say.
  private var partHasName = false
  /// Bytes of a body that is not wanted.
  private var refusedBytes = 0
  /// Whether the server was asked from zero after it could not go on; once is enough.
  private var hasBegunAnew = false
  /// Whether the request under way asks for the rest alone.
  private var asksForRest = false
  /// The end of the part that the answer holds, where it holds no more; and how many parts there were.
  private var partEnd: Int64?
  private var partCount = 0
  /// Whether an answer that is no HTTP was asked for again on a connection of its own.
  private var hasAskedFreshly = false
  var isDiscarded = false
  var lastSync: (bytes: Int64, nanoseconds: Int64) = (0, 0)
  var isSyncing = false

  /// How much may be lost with the machine: 64 MiB, or what comes in 10 s (our choice).
  static let syncBytes: Int64 = 64 << 20
  static let syncNanoseconds: Int64 = 10_000_000_000
  /// A file that is known to be smaller gets its row with the turn's others, not before its first byte:
  /// 256 KiB, a quarter of what a kill may cost.
  static let smallBytesMax: Int64 = 256 << 10

  /// Parts of a file that are asked for one after the other in one attempt: 256.
  ///
  /// A server may answer with less than was asked for (RFC 9110, 15.3.7). Our choice.
  static let partsMax = 256
  /// Unanswered requests for the rest in a row before the whole is asked for: 3.
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
  // What cannot be continued is lost, so it is waited for longer.
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

  /// Opens what an earlier attempt left; 0 where nothing of it can be gone on with.
  private func offsetToGoOn(in folder: TransferFolder) throws(TransferFailure) -> Int64 {
    guard !row.freshName.isEmpty, let file = FreshFile.reopen(row, in: folder) else {
      row = row.anew(url: start.content.url)
      self.file = nil
      return 0
    }
    self.file = file
    row.stage = .partial
    // The kernel keeps what was written until the machine ends; after that only a sync counts.
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

  // MARK: The answer

  override func take(body: UnsafeRawBufferPointer) throws(TransferFailure) {
    if !isAccepted {
      guard head.isSuccess else {
        // A body that explains a refusal is read to its end, so that the connection can go on.
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

  /// Looks at the head, and makes the row and the file ready for the first byte.
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
    // With the length, so that the next attempt looks for room before it asks.
    tools.record.save(row)
    try checkRoom(folder)
    if row.totalBytes ?? .max > Download.smallBytesMax {
      // Nothing is lost but the chance to go on, so a record that cannot be written is no reason to stop.
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

  /// A part of which nobody asked for a part; it is as good as the file where it begins with it.
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
    // The file is not what it was: as with 416, only the whole of it is of use.
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
    // A server that mixes up ranges, or whose file changed in between, is asked for the whole once.
    if failure.cause == Download.wrongRange, asksForRest, !hasBegunAnew { return beginAnew() }
    super.fail(failure)
  }

  /// Whether what came on a used connection may be what a request before this one left there.
  private func isAnswerToAnother(_ code: CURLcode) -> Bool {
    let isNoHTTP = code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_WEIRD_SERVER_REPLY
    return isNoHTTP && !hasAskedFreshly && !isAccepted && mayGiveWay && isOnUsedConnection
  }

  private func askFreshly() {
    hasAskedFreshly = true
    needsFreshConnection = true
    sendRequest()
  }

  /// Some servers close the connection whenever they are asked for a part.
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

  /// The server has nothing behind our last byte: the file is whole, or another.
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
