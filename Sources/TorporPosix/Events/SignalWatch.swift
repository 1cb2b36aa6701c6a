internal import CTorporPosix
internal import Glibc

/// Signals as events of a loop instead of handlers.
///
/// The signals are blocked from the first moment on; make the watch before any thread exists.
package final class SignalWatch {
  private let descriptor: Descriptor
  private let loop: EventLoop
  private var token: EventLoop.Token?

  /// Calls `handler` on the loop's thread with the number of each signal that comes.
  ///
  /// - Throws: `SystemError` when the process has no descriptor left.
  package convenience init(
    _ signals: [Int32],
    on loop: EventLoop,
    handler: @escaping (Int32) -> Void
  ) throws(SystemError) {
    try self.init(signals, on: loop, originHandler: { signal, _ in handler(signal) })
  }

  /// Also says whether the kernel sent the signal, as for a key of the terminal, and not a process.
  ///
  /// - Throws: `SystemError` when the process has no descriptor left.
  package init(
    _ signals: [Int32],
    on loop: EventLoop,
    originHandler handler: @escaping (_ signal: Int32, _ isOfKernel: Bool) -> Void
  ) throws(SystemError) {
    descriptor = Descriptor(
      owning: try checkingNegated(
        "watch",
        "signals",
        torpor_signal_descriptor(signals, signals.count)
      )
    )
    self.loop = loop
    let number = descriptor.rawValue
    token = try loop.register(number, for: .readable) { _ in
      var information = signalfd_siginfo()
      let size = MemoryLayout<signalfd_siginfo>.size
      while read(number, &information, size) == size {
        // SI_KERNEL of <asm-generic/siginfo.h>.
        handler(Int32(information.ssi_signo), information.ssi_code == 0x80)
      }
    }
  }

  deinit {
    if let token { loop.cancel(token) }
  }
}
