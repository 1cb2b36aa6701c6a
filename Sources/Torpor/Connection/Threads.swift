internal import TorporPosix

/// Starts a detached thread; a process at its limit of threads cannot continue.
func startThread(stackBytes: Int = 256 << 10, _ body: @escaping @Sendable () -> Void) {
  do throws(SystemError) {
    try DetachedThread.start(stackBytes: stackBytes, body)
  } catch {
    preconditionFailure("A thread could not be started: \(error)")
  }
}
