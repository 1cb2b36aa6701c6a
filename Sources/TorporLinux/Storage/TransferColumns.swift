internal import TorporCore
internal import TorporModel
internal import TorporSQLite

/// How what is kept of a transfer stands in the columns of its table.
enum TransferColumns {
  static func values(
    of stored: StoredTransfer,
    for transfer: TransferIdentifier
  ) -> [Statement.Value] {
    let content = stored.content
    let destination = content.destination
    return [
      number(transfer), .integer(Int64(stored.userID)), .integer(Int64(stored.groupID)),
      .text(content.url), text(content.method), .bytes(bytes(of: content.headers)),
      text(content.source?.root), text(content.source?.path),
      text(destination?.file.root), text(destination?.file.path),
      destination.map { .integer(flags(of: $0)) } ?? .null,
      text(content.sha256), content.bytesPerSecondMax.map { .integer($0) } ?? .null,
      .text(content.uploadResumption.rawValue), text(content.label),
    ] + values(of: stored.detail) + [.integer(Int64(stored.byteCount))]
  }

  /// The values of a change of the detail: what it is, and then whose.
  static func values(
    of detail: TransferDetail,
    for transfer: TransferIdentifier
  ) -> [Statement.Value] {
    values(of: detail) + [number(transfer)]
  }

  static func number(_ transfer: TransferIdentifier) -> Statement.Value {
    .integer(Int64(bitPattern: transfer.rawValue))
  }

  static func stored(from row: borrowing Statement.Row) -> StoredTransfer {
    StoredTransfer(
      content: TransferContent(
        url: row.text(3) ?? "",
        method: row.text(4),
        headers: headers(from: row.bytes(5)),
        source: row.text(7).map { TransferFile(root: row.text(6), path: $0) },
        destination: destination(from: row),
        sha256: row.text(11),
        bytesPerSecondMax: row.isNull(12) ? nil : row.integer(12),
        uploadResumption: row.text(13).flatMap(UploadResumption.init(rawValue:)) ?? .automatic,
        label: row.text(14)
      ),
      userID: UInt32(truncatingIfNeeded: row.integer(1)),
      groupID: UInt32(truncatingIfNeeded: row.integer(2)),
      detail: detail(from: row)
    )
  }

  // MARK: Destination

  private static let isFolder: Int64 = 1
  private static let replaces: Int64 = 2
  private static let makesFolders: Int64 = 4

  private static func flags(of destination: TransferDestination) -> Int64 {
    (destination.isFolder ? isFolder : 0) | (destination.replaces ? replaces : 0)
      | (destination.makesFolders ? makesFolders : 0)
  }

  private static func destination(from row: borrowing Statement.Row) -> TransferDestination? {
    guard let path = row.text(9) else { return nil }
    let flags = row.integer(10)
    return TransferDestination(
      file: TransferFile(root: row.text(8), path: path),
      isFolder: flags & isFolder != 0,
      replaces: flags & replaces != 0,
      makesFolders: flags & makesFolders != 0
    )
  }

  // MARK: Detail

  private static func values(of detail: TransferDetail) -> [Statement.Value] {
    let challenge = detail.challenge
    return [
      text(detail.path), text(detail.finalURL), text(detail.mimeType), text(detail.cause),
      text(challenge?.host), text(challenge?.scheme), text(challenge?.realm),
      challenge.map { .integer(bits(of: $0)) } ?? .null,
    ]
  }

  /// Whether a proxy asks, and above it how many answers were refused.
  private static func bits(of challenge: TransferChallenge) -> Int64 {
    Int64(challenge.previousFailureCount) << 1 | (challenge.isProxy ? 1 : 0)
  }

  private static func detail(from row: borrowing Statement.Row) -> TransferDetail {
    var challenge: TransferChallenge?
    if let host = row.text(19) {
      challenge = TransferChallenge(
        host: host,
        scheme: row.text(20) ?? "",
        realm: row.text(21),
        isProxy: row.integer(22) & 1 != 0,
        previousFailureCount: Int(row.integer(22) >> 1)
      )
    }
    return TransferDetail(
      path: row.text(15),
      finalURL: row.text(16),
      mimeType: row.text(17),
      cause: row.text(18),
      challenge: challenge
    )
  }

  // MARK: Headers

  /// Name and value in turn, each with a zero byte after it; no header may hold one.
  private static func bytes(of headers: [TransferHeader]) -> [UInt8] {
    headers.flatMap { Array($0.name.utf8) + [0] + Array($0.value.utf8) + [0] }
  }

  private static func headers(from bytes: [UInt8]) -> [TransferHeader] {
    let texts = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
    return stride(from: 0, to: texts.count - 1, by: 2).map {
      TransferHeader(texts[$0], texts[$0 + 1])
    }
  }

  private static func text(_ text: String?) -> Statement.Value { text.map { .text($0) } ?? .null }
}
