/// How full a disk may become before caches are purged, and how much room a purge makes.
///
/// Apple says neither; Android (`StorageManager`) calls a disk low below 5 % of it, and at most 500 MB. A purge continues
/// to twice that, so that one file more does not begin the next. Our choice. A disk of unknown size is never short: what
/// was removed by mistake does not come back.
package enum DiskRoom {
  /// Below that much a disk is short, in bytes.
  package static func bytesMin(ofTotal total: Int64?) -> Int64 {
    min(shortBytesMax, (total ?? 0) / shortShare)
  }

  /// From that much on it is short no longer, in bytes.
  package static func bytesWanted(ofTotal total: Int64?) -> Int64 { 2 * bytesMin(ofTotal: total) }

  /// Whether the disk is short, where it was so before or not.
  package static func isShort(free: Int64, total: Int64?, wasShort: Bool) -> Bool {
    free < (wasShort ? bytesWanted(ofTotal: total) : bytesMin(ofTotal: total))
  }

  /// Whether a file system has given back what was removed: at least half of it.
  ///
  /// btrfs gives room back with its next commit, by default within 30 s; others at once. Half, because other programs
  /// write meanwhile. Our choice.
  package static func isGivenBack(_ bytes: Int64, risenBytes: Int64) -> Bool {
    risenBytes >= bytes / 2
  }

  /// How long a purge that has freed nothing yet is waited for before the next app loses its caches: 65 s, so that a look
  /// at the disk, which is taken every 60 s meanwhile, lies within.
  ///
  /// Our choice.
  package static let settlingTime = Duration.seconds(65)

  private static let shortShare: Int64 = 20
  private static let shortBytesMax: Int64 = 500_000_000
}
