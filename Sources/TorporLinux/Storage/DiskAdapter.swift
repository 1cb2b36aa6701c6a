package import TorporCore
package import TorporPosix

/// How much room the disk of the state folder has, told at first and while work waits that needs it.
///
/// A disk that fills sends no event, so it is measured: when work begins to wait, and once a minute
/// while want of room stands in its way. Otherwise nothing runs.
package final class DiskAdapter {
  private let folder: String
  private let room: (String) throws(SystemError) -> (freeBytes: Int64, totalBytes: Int64)
  private let loop: EventLoop
  private let sink: any HostEventSink
  private var hadWork = false
  private var next: EventLoop.Token?
  private var last: Int64?
  private var glancedAt = Int64.min / 2
  private let nanoseconds: () -> Int64

  /// Makes an adapter that says nothing before `start`.
  package init(
    folder: String,
    room: @escaping (String) throws(SystemError) -> (freeBytes: Int64, totalBytes: Int64) =
      Files.room(at:),
    nanoseconds: @escaping () -> Int64 = BootClock.nanoseconds,
    on loop: EventLoop,
    sink: any HostEventSink
  ) {
    self.folder = folder
    self.room = room
    self.nanoseconds = nanoseconds
    self.loop = loop
    self.sink = sink
  }

  deinit {
    if let next { loop.cancel(next) }
  }

  /// Posts how much room there is.
  ///
  /// - Throws: `SystemError` where it cannot be measured; then every disk has room.
  package func start() throws(SystemError) { tell(try room(folder)) }

  /// Follows what the device waits for.
  package func follow(hasWork: Bool, wantsRoom: Bool) {
    let isNew = (hasWork && !hadWork) || (wantsRoom && next == nil)
    hadWork = hasWork
    if isNew { look() }
    if wantsRoom, next == nil {
      lookLater()
    } else if !wantsRoom, let next {
      loop.cancel(next)
      self.next = nil
    }
  }

  /// How often want of room is looked at anew: once a minute.
  ///
  /// Our choice: the work has waited already, and a look is a wake-up.
  private static let interval = Duration.seconds(60)

  private func lookLater() {
    next = loop.schedule(after: DiskAdapter.interval) { [unowned self] in
      next = nil
      look()
      lookLater()
    }
  }

  /// Measures the disk and posts its room if it has changed.
  package func look() {
    // A disk that can no longer be measured stays as it was.
    if let found = try? room(folder) { tell(found) }
  }

  /// Measures the disk while the daemon is awake for something else, and posts its room where that makes the disk short,
  /// or no longer so.
  ///
  /// A disk that others fill wakes nobody; while caches are removed for its sake it is looked at every minute (`follow`).
  /// `known`: how much room the device counts with, which the report of a purge may have changed since it was told here.
  package func glance(isShort: Bool, known: Int64?) {
    last = known
    let now = nanoseconds()
    guard now >= glancedAt + DiskAdapter.glanceIntervalNanoseconds else { return }
    glancedAt = now
    guard let found = try? room(folder) else { return }
    let free = DiskAdapter.rounded(found.freeBytes)
    let isShortNow = DiskRoom.isShort(free: free, total: found.totalBytes, wasShort: isShort)
    if isShortNow != isShort {
      last = nil
      tell(found)
    }
  }

  /// 5 s between two looks: a call takes some microseconds, and a disk is filled at some 100 MB a second at most.
  ///
  /// Our choice.
  private static let glanceIntervalNanoseconds: Int64 = 5_000_000_000

  private func tell(_ found: (freeBytes: Int64, totalBytes: Int64)) {
    let rounded = DiskAdapter.rounded(found.freeBytes)
    guard rounded != last else { return }
    last = rounded
    sink.post(
      .input(.device(event: .storage(freeBytes: rounded, totalBytes: found.totalBytes)))
    )
  }

  /// Two digits, rounded down: every disk changes at every moment, and the journal need not know.
  ///
  /// Our choice; thresholds that people write, such as 100 MB, are kept exactly.
  static func rounded(_ bytes: Int64) -> Int64 {
    var unit: Int64 = 1
    while bytes / unit >= 100 { unit *= 10 }
    return bytes / unit * unit
  }
}
