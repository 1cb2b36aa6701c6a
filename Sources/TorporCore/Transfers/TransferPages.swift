import TorporModel

/// Transfers by their numbers, in pages.
///
/// The driver works on a copy of the device at every turn; an unchanged page costs one reference.
/// Numbers grow, so pages are added at the end and dropped when their last one goes.
struct TransferPages: Sendable {
  private struct Page {
    /// The numbers from here on.
    let first: UInt64
    var records: ContiguousArray<TransferRecord?>
    var count = 0
  }

  private var pages: [Page] = []
  private(set) var count = 0

  /// 64 records are about 10 KiB, copied when one of them changes; a hundred thousand make 1,600 pages
  /// (our choice).
  private static let pageLength: UInt64 = 64

  /// Every transfer, by number.
  var records: some Sequence<TransferRecord> {
    pages.lazy.flatMap { $0.records.lazy.compactMap(\.self) }
  }

  /// Looks at every transfer, by number, without a sequence between.
  func forEach(_ look: (TransferRecord) -> Void) {
    for page in pages where page.count > 0 {
      for record in page.records { if let record { look(record) } }
    }
  }

  subscript(transfer: TransferIdentifier) -> TransferRecord? {
    get {
      guard let page = page(of: transfer.rawValue) else { return nil }
      return pages[page].records[Int(transfer.rawValue - pages[page].first)]
    }
    set {
      guard let newValue else { return remove(transfer) }
      let page = page(of: transfer.rawValue) ?? addPage(for: transfer.rawValue)
      let index = Int(transfer.rawValue - pages[page].first)
      if pages[page].records[index] == nil {
        pages[page].count += 1
        count += 1
      }
      pages[page].records[index] = newValue
    }
  }

  /// Changes a transfer in place; does nothing for one that is not there.
  mutating func update(_ transfer: TransferIdentifier, _ change: (inout TransferRecord) -> Void) {
    guard let page = page(of: transfer.rawValue) else { return }
    let index = Int(transfer.rawValue - pages[page].first)
    guard var record = pages[page].records[index] else { return }
    change(&record)
    pages[page].records[index] = record
  }

  /// The transfers after one, by number.
  func records(after transfer: TransferIdentifier?) -> some Sequence<TransferRecord> {
    let after = transfer?.rawValue ?? 0
    let start = pages.firstIndex { $0.first + Self.pageLength > after } ?? pages.endIndex
    return pages[start...].lazy.flatMap { $0.records.lazy.compactMap(\.self) }
      .filter { $0.transfer.rawValue > after }
  }

  private mutating func remove(_ transfer: TransferIdentifier) {
    guard let page = page(of: transfer.rawValue) else { return }
    let index = Int(transfer.rawValue - pages[page].first)
    guard pages[page].records[index] != nil else { return }
    pages[page].records[index] = nil
    pages[page].count -= 1
    count -= 1
    if pages[page].count == 0 { pages.remove(at: page) }
  }

  private func page(of number: UInt64) -> Int? {
    var low = 0
    var high = pages.count
    while low < high {
      let middle = (low + high) / 2
      if pages[middle].first + Self.pageLength <= number { low = middle + 1 } else { high = middle }
    }
    return low < pages.count && pages[low].first <= number ? low : nil
  }

  private mutating func addPage(for number: UInt64) -> Int {
    let first = number - number % Self.pageLength
    let page = Page(first: first, records: .init(repeating: nil, count: Int(Self.pageLength)))
    let index = pages.firstIndex { $0.first > first } ?? pages.endIndex
    pages.insert(page, at: index)
    return index
  }
}
