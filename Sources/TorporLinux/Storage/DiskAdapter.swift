package import TorporCore
package import TorporPosix

/// How much room the disk of the state folder has, told at first and while work waits that needs it.
///
/// A disk that fills sends no event, so it is measured: when work begins to wait, and once a minute
/// while want of room stands in its way. Otherwise nothing runs.
package final class DiskAdapter {
  private let folder: String
  private let freeBytes: (String) throws(SystemError) -> Int64
  private let loop: EventLoop
  private let sink: any HostEventSink
  private var hadWork = false
  private var next: EventLoop.Token?
  private var last: Int64?

  /// Makes an adapter that says nothing before `start`.
  package init(
    folder: String,
    freeBytes: @escaping (String) throws(SystemError) -> Int64 = Files.freeBytes(at:),
    on loop: EventLoop,
    sink: any HostEventSink
  ) {
    self.folder = folder
    self.freeBytes = freeBytes
    self.loop = loop
    self.sink = sink
  }

  deinit {
    if let next { loop.cancel(next) }
  }

  /// Posts how much room there is.
  ///
  /// - Throws: `SystemError` where it cannot be measured; then every disk has room.
  package func start() throws(SystemError) { tell(try freeBytes(folder)) }

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
    if let bytes = try? freeBytes(folder) { tell(bytes) }
  }

  private func tell(_ bytes: Int64) {
    let rounded = DiskAdapter.rounded(bytes)
    guard rounded != last else { return }
    last = rounded
    sink.post(.input(.device(event: .storage(freeBytes: rounded))))
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
