/// Records by their slots, in pages, so that growing moves nothing and leaves little unused.
struct RecordPages: Sendable {
  private var pages: ContiguousArray<ContiguousArray<PendingRecord>> = []
  private(set) var count = 0

  /// 4,096 records are 128 KiB: 8 pages for each mebibyte (our choice).
  private static let pageBits: UInt32 = 12
  private static let pageMask: UInt32 = 1 << pageBits - 1

  subscript(slot: UInt32) -> PendingRecord {
    @inline(__always)
    get { pages[Int(slot >> RecordPages.pageBits)][Int(slot & RecordPages.pageMask)] }
    @inline(__always)
    _modify { yield &pages[Int(slot >> RecordPages.pageBits)][Int(slot & RecordPages.pageMask)] }
  }

  /// Adds a record and returns its slot.
  mutating func append(_ record: PendingRecord) -> UInt32 {
    let slot = UInt32(count)
    let page = Int(slot >> RecordPages.pageBits)
    if page == pages.count { pages.append([]) }
    // The first page grows with its content; a store with three records is small.
    if page > 0, pages[page].isEmpty { pages[page].reserveCapacity(1 << Int(RecordPages.pageBits)) }
    pages[page].append(record)
    count += 1
    return slot
  }
}
