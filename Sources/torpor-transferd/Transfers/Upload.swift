import CCurl
import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// An upload in progress, and the row that says where the server has the file if the upload is interrupted.
///
/// It uses one request, or one of two protocols that can continue: the IETF draft in interop version 3, in which the
/// server reports with a 104 where to send the rest, or tus 1.0, in which a place is created first. Either queries with
/// HEAD how much was received, and sends the rest with PATCH.
final class Upload: Transfer {
  // Shape: the state of one attempt between two callbacks of curl; values computed from it have their own types.
  /// The purpose of the current request.
  enum Step {
    /// To find out whether the server supports tus (`OPTIONS`).
    case probing
    /// To send the whole file at once.
    case sendingWhole
    /// To create a place for the file (tus).
    case creating
    /// To find out how much was received (`HEAD`).
    case asking
    /// To send the rest (`PATCH`).
    case appending
  }

  var row: RecordRow
  var step = Step.sendingWhole
  private var source: OpenFile?
  var sourceBytes: Int64 = 0
  /// The offset in the file at which the current request's body begins, and the amount passed to curl.
  private var base: Int64 = 0
  private var sentBytes: Int64 = 0
  /// The number of bytes of headers that had been sent when the first byte of the body was passed to curl.
  private var requestBytes = 0
  private var resumedOffset: Int64?
  /// The amount that the server has, according to its own report.
  private var keptBytes: Int64 = 0
  var answer: UploadAnswer?
  /// The number of restarts and refused appends in this attempt; each costs requests.
  var beginnings = 0
  var conflicts = 0

  /// The size from which a POST first asks whether the server supports tus: 1 MiB (our choice; below it, the question
  /// takes longer than sending again).
  static let probedBytesMin: Int64 = 1 << 20
  /// The number of refused appends at which the attempt fails: 3.
  ///
  /// Our choice.
  static let conflictsMax = 3

  init(_ start: TransferStart, row: RecordRow?, address: Address, tools: TransferTools) {
    self.row = row ?? RecordRow(transfer: start.transfer, url: start.content.url)
    super.init(start, address: address, tools: tools)
  }

  override var moved: (bytes: Int64, totalBytes: Int64?) { (base + sentBytes, sourceBytes) }
  override func takeNewBytes() -> Int64 {
    let best = row.bestBytes
    guard keptBytes > best else { return 0 }
    row.bestBytes = keptBytes
    tools.record.save(row)
    return keptBytes - best
  }
  override var resumedAt: Int64? { resumedOffset }
  var method: String { start.content.method ?? "PUT" }

  // MARK: The beginning

  override func begin() {
    do throws(TransferFailure) {
      if let destination = start.content.destination {
        answer = try UploadAnswer(destination, transfer: start.transfer)
      }
      if row.stage == .whole { return finishEarlier() }
      try openSource()
    } catch {
      return fail(error)
    }
    if row.uploadURL != nil, start.beginsAnew != true { ask() } else { beginAnew() }
  }

  private func openSource() throws(TransferFailure) {
    guard let file = start.content.source else {
      throw TransferFailure(.fileDoesNotExist, "the upload has no file")
    }
    let source = try UploadSource.open(file)
    let facts = source.facts()
    let modified = Int64(facts.st_mtim.tv_sec) * 1_000_000_000 + Int64(facts.st_mtim.tv_nsec)
    let inode = Int64(bitPattern: UInt64(facts.st_ino))
    self.source = source
    sourceBytes = Int64(facts.st_size)
    if sourceBytes == 0 { try checkIsEmpty(source) }
    let isTheSame =
      row.sourceBytes == sourceBytes && row.sourceModifiedNanoseconds == modified
      && row.sourceInode == inode && row.url == start.content.url
    if !isTheSame { row = row.anew(url: start.content.url) }
    row.sourceBytes = sourceBytes
    row.sourceModifiedNanoseconds = modified
    row.sourceInode = inode
  }

  /// Files in /proc and similar file systems claim to be empty, and are generated when they are read.
  private func checkIsEmpty(_ source: OpenFile) throws(TransferFailure) {
    do throws(SystemError) {
      var byte: UInt8 = 0
      let count = try withUnsafeMutableBytes(of: &byte) { buffer throws(SystemError) in
        try source.read(into: buffer, at: 0)
      }
      guard count > 0 else { return }
    } catch {
      throw TransferFailure(error, at: source.path, otherwise: .noPermissionsToReadFile)
    }
    throw TransferFailure(
      .noPermissionsToReadFile,
      "\(source.path) says that it is empty and is not; copy it, and send the copy"
    )
  }

  /// Why the sent data may be a mixture of two states of the file; `nil`: the file was not written to in the meantime.
  var changeOfSource: TransferFailure? {
    guard let source else { return nil }
    let facts = source.facts()
    let modified = Int64(facts.st_mtim.tv_sec) * 1_000_000_000 + Int64(facts.st_mtim.tv_nsec)
    guard Int64(facts.st_size) != sourceBytes || modified != row.sourceModifiedNanoseconds else {
      return nil
    }
    return TransferFailure(.unknown, "\(source.path) changed while it was sent")
  }

  /// Handles the server's report of how much of the file it has.
  func note(kept bytes: Int64) { keptBytes = max(keptBytes, bytes) }

  /// Sends from the first byte on, by a protocol that the server may be able to continue.
  func beginAnew() {
    beginnings += 1
    row.uploadURL = nil
    row.uploadProtocol = nil
    tools.record.save(row)
    switch start.content.uploadResumption {
    case .none: sendWhole(headers: [])
    case .automatic where start.beginsAnew == true: sendWhole(headers: [])
    case .tus: create()
    case .automatic:
      let isProbed = method == "POST" && sourceBytes >= Upload.probedBytesMin && beginnings == 1
      if isProbed { probe() } else { sendWhole(headers: ResumableUpload.beginning) }
    }
  }

  // MARK: Requests

  /// Sends the file from an offset on as the body of one request.
  func sendBody(_ url: String, method: String, headers: [String], from offset: Int64) {
    base = offset
    sentBytes = 0
    let length = sourceBytes - offset
    request(url, headers: headers) { handle in
      if method == "POST" {
        handle.set(CURLOPT_POST, 1)
        handle.set(CURLOPT_POSTFIELDSIZE_LARGE, size: length)
      } else {
        handle.set(CURLOPT_UPLOAD, 1)
        handle.set(CURLOPT_INFILESIZE_LARGE, size: length)
        if method != "PUT" { handle.set(CURLOPT_CUSTOMREQUEST, method) }
      }
      if let bytesMax = start.content.bytesPerSecondMax, bytesMax > 0 {
        handle.set(CURLOPT_MAX_SEND_SPEED_LARGE, size: bytesMax)
      }
    }
  }

  func resumed(at offset: Int64) { resumedOffset = offset }

  /// Whether curl has repeated the request in the middle of the body without asking for its beginning.
  ///
  /// libcurl 7.88.1 does so if a server resets the stream of an upload with `HTTP_1_1_REQUIRED`: it would send the rest
  /// of the body, or nothing, over HTTP/1.1.
  private var isTorn: Bool {
    sentBytes > 0 && head.status == 0 && handle?.requestBytes ?? 0 > requestBytes
  }

  override func tick(nowNanoseconds: Int64) {
    if case .requesting = phase, isTorn { repeatOverHTTP1() }
  }

  override func send(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard let source, !isTorn else { return nil }
    if sentBytes == 0 { requestBytes = handle?.requestBytes ?? 0 }
    let place = base + sentBytes
    let room = min(Int64(buffer.count), sourceBytes - place)
    guard room > 0 else { return 0 }
    do throws(SystemError) {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(room)])
      let count = try source.read(into: part, at: place)
      if count == 0 {
        failure = TransferFailure(.unknown, "\(source.path) became shorter while it was sent")
        return nil
      }
      sentBytes += Int64(count)
      movedBytes += Int64(count)
      return count
    } catch {
      failure = TransferFailure(error, at: source.path, otherwise: .noPermissionsToReadFile)
      return nil
    }
  }

  override func rewind(to offset: Int64) -> Bool {
    guard offset >= 0, base + offset <= sourceBytes else { return false }
    sentBytes = offset
    return true
  }

  // MARK: Responses

  override func headEnded() {
    guard head.status == 104, step == .sendingWhole || step == .appending,
      start.content.uploadResumption == .automatic, start.beginsAnew != true
    else { return }
    remember(head[.location], by: .draft)
  }

  /// Saves the address for the rest at once: the connection may break with the next byte.
  func remember(_ location: String?, by uploadProtocol: UploadProtocol) {
    let here = handle?.text(CURLINFO_EFFECTIVE_URL) ?? start.content.url
    guard let location, let url = Address.resolve(location, against: here) else { return }
    row.uploadURL = url
    row.uploadProtocol = uploadProtocol
    tools.record.save(row)
    // Only the ability to continue is lost.
    try? tools.record.commit()
  }

  override func take(body: UnsafeRawBufferPointer) throws(TransferFailure) {
    guard head.isSuccess, step == .sendingWhole || step == .appending else { return }
    try answer?.append(body)
  }

  override func requestEnded(_ code: CURLcode) {
    guard code == CURLE_OK else {
      return fail(curlFailure(code, bytes: moved.bytes, totalBytes: sourceBytes))
    }
    switch step {
    case .probing: probed()
    case .sendingWhole: head.isSuccess ? finish() : refused()
    case .creating: created()
    case .asking: asked()
    case .appending: appended()
    }
  }

  func refused() {
    if head.status >= 400 { return failByStatus() }
    fail(
      TransferFailure(
        .badServerResponse,
        "\(address.place) answered \(head.status), which is not a success"
      )
    )
  }

  override func take(_ result: SyncResult) { synced(result) }
  override func discard() { discardUpload() }
}
