internal import Glibc
internal import TorporPosix

/// One trigger on a pressure file: the kernel wakes us when tasks waited for longer than a threshold
/// within a window, and not at all otherwise.
final class PressureTrigger {
  enum Kind: String {
    /// At least one task waited.
    case some
    /// All tasks that could run waited.
    case full
  }

  private let descriptor: Descriptor
  private let loop: EventLoop
  private var token: EventLoop.Token?

  /// Sets the trigger; `stall` is out of a window of 1 s, and is scaled where the window is longer.
  ///
  /// - Throws: `SystemError`: `ENOENT` and `EOPNOTSUPP` where the kernel has no pressure figures,
  ///   `EPERM` or `EINVAL` where this process may not set a trigger.
  init(
    _ kind: Kind,
    stall: Duration,
    on path: String,
    loop: EventLoop,
    handler: @escaping () -> Void
  ) throws(SystemError) {
    self.loop = loop
    descriptor = try PressureTrigger.open(kind, stall: stall, path)
    token = try loop.register(descriptor.rawValue, for: .urgent) { [unowned self] readiness in
      guard !readiness.contains(.failed) else { return stop() }
      handler()
    }
  }

  deinit { stop() }

  /// Sets a trigger and takes it back.
  ///
  /// - Throws: `SystemError` saying why none can be set.
  static func probe(path: String) throws(SystemError) {
    _ = try open(.some, stall: .milliseconds(70), path)
  }

  /// Seconds of the windows tried, in this order.
  ///
  /// 1 s is what Android's lmkd uses; without CAP_SYS_RESOURCE the kernel allows multiples of 2 s
  /// only (`psi.c`, Linux 6.5 on).
  private static let windowsSeconds = [1, 2]

  private static func open(
    _ kind: Kind,
    stall: Duration,
    _ path: String
  ) throws(SystemError) -> Descriptor {
    var last: SystemError?
    for seconds in windowsSeconds {
      let file = try Files.open(path, O_RDWR | O_NONBLOCK)
      let stallMicroseconds = stall.components.attoseconds / 1_000_000_000_000 * Int64(seconds)
      // The kernel wants the final zero byte.
      let text = "\(kind.rawValue) \(stallMicroseconds) \(seconds * 1_000_000)\0"
      do throws(SystemError) {
        try file.writeOnce(text, subject: path)
        return file
      } catch {
        last = error
      }
    }
    throw last ?? SystemError(operation: "set a trigger on", subject: path, code: EINVAL)
  }

  private func stop() {
    if let token { loop.cancel(token) }
    token = nil
  }
}
