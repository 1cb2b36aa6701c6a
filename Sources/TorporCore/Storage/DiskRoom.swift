/// How full a disk may become before caches are purged, and how much room a purge makes.
///
/// Apple says neither; Android (`StorageManager`) calls a disk low below 5 % of it, and at most 500 MB. A purge goes on
/// to twice that, so that one file more does not begin the next. Our choice.
package enum DiskRoom {
  /// Below that much a disk is short, in bytes.
  package static func bytesMin(ofTotal total: Int64?) -> Int64 {
    min(shortBytesMax, (total ?? .max) / shortShare)
  }

  /// From that much on it is short no longer, in bytes.
  package static func bytesWanted(ofTotal total: Int64?) -> Int64 { 2 * bytesMin(ofTotal: total) }

  /// Whether the disk is short, where it was so before or not.
  package static func isShort(free: Int64, total: Int64?, wasShort: Bool) -> Bool {
    free < (wasShort ? bytesWanted(ofTotal: total) : bytesMin(ofTotal: total))
  }

  private static let shortShare: Int64 = 20
  private static let shortBytesMax: Int64 = 500_000_000
}
