package import TorporAppModel

/// A transfer as people and apps see it: where it stands, and what it is about.
package struct TransferRow: Hashable, Sendable {
  package var status: TransferStatus
  /// Where it leads; `nil` where nothing says so any more.
  package var url: String?
  /// What its owner calls it.
  package var label: String?
  /// The file that a download is to become, or, with a final `/`, the folder that it goes into.
  package var destination: String?
  /// The file that an upload sends.
  package var source: String?
  /// What the service last said of it.
  package var detail: TransferDetail
  /// How far it is; `nil` unless it runs.
  package var progress: TransferProgress?

  package init(
    status: TransferStatus,
    url: String? = nil,
    label: String? = nil,
    destination: String? = nil,
    source: String? = nil,
    detail: TransferDetail = TransferDetail(),
    progress: TransferProgress? = nil
  ) {
    self.status = status
    self.url = url
    self.label = label
    self.destination = destination
    self.source = source
    self.detail = detail
    self.progress = progress
  }
}

extension TransferRow {
  /// How many rows one answer holds; our choice.
  package static let countMax = 100
  /// How many bytes of text the rows of one answer hold: half of a message, the rest is for their numbers
  /// (our choice).
  package static let textBytesMax = 512 << 10

  /// As many of the rows, from the first, as one answer holds; at least one.
  package static func page(of rows: [TransferRow]) -> [TransferRow] {
    var bytes = 0
    var page: [TransferRow] = []
    for row in rows.prefix(countMax) {
      bytes += row.textBytes
      guard page.isEmpty || bytes <= textBytesMax else { break }
      page.append(row)
    }
    return page
  }

  /// The bytes of those texts that a stranger may make long.
  private var textBytes: Int {
    let texts = [
      url, label, destination, source, detail.path, detail.finalURL, detail.mimeType, detail.cause,
      detail.challenge?.host, detail.challenge?.realm,
    ]
    return texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
  }
}
