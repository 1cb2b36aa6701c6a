internal import TorporPosix

/// What a thread does with the memory of groups, and may wait for the disk over.
protocol MemoryWork: AnyObject, Sendable {
  /// The thread's work; it closes nothing, and writes to the pipe when it has ended.
  func run()
  /// Has the thread end before its next piece.
  func stop()
}

/// One order about memory that a thread works off, with all that stays open until the thread is done with it.
///
/// Belongs to the loop's thread; the work is for both.
final class MemoryThread<Work: MemoryWork> {
  let work: Work
  private let handles: [ProcessHandle]
  private let readEnd: Descriptor
  private let writeEnd: Descriptor
  /// `nil` once nothing is waited for any more.
  private var loop: EventLoop?
  private var token: EventLoop.Token?
  /// Whether a thaw has stopped it.
  var isStopped = false
  /// Whether nothing is reported of it any more.
  var isForgotten = false

  /// Starts the thread with the work that is made for the processes of the groups, and for a pipe that speaks when it has ended.
  ///
  /// `ended` is called on the loop's thread then, once.
  ///
  /// - Throws: `SystemError` where no descriptor or no thread is left.
  init(
    for groups: [ControlGroup],
    on loop: EventLoop,
    _ make: ([PageOutWork.Target], _ endsPipe: Int32) -> Work,
    ended: @escaping () -> Void
  ) throws(SystemError) {
    let (targets, handles) = PageOutWork.Target.all(of: groups)
    let ends = try DescriptorPair.pipe().take()
    let writeEnd = Descriptor(owning: ends.second)
    let readEnd = Descriptor(owning: ends.first)
    let work = make(targets, writeEnd.rawValue)
    let number = readEnd.rawValue
    (self.work, self.handles, self.loop) = (work, handles, loop)
    self.readEnd = readEnd
    self.writeEnd = writeEnd
    token = try loop.register(number, for: .readable) { _ in ended() }
    do throws(SystemError) {
      try DetachedThread.start { work.run() }
    } catch {
      end()
      throw error
    }
  }

  /// The loop no longer waits for it.
  func end() {
    if let token { loop?.cancel(token) }
    (token, loop) = (nil, nil)
  }

  /// The owner goes while the thread may still use its descriptors: they stay open for as long as the process lives.
  func abandon() {
    work.stop()
    end()
    _ = Unmanaged.passRetained(self)
  }
}
