internal import CTorporPosix
internal import Glibc

/// Detached threads: none is joined.
package enum DetachedThread {
  /// Starts a thread, with every signal left to the others.
  ///
  /// Its stack is 256 KiB where nothing else is said: JSON of 64 levels takes some 32 KiB of it, and only
  /// what is touched counts (our choice; glibc's 8 MiB would be reserved to no end).
  ///
  /// - Throws: `SystemError` at the limit of threads or of memory.
  package static func start(
    stackBytes: Int = 256 << 10,
    _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let code = pthread_create(
      &thread,
      &attributes,
      { work in
        guard let work else { return nil }
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
      },
      work.toOpaque()
    )
    guard code == 0 else {
      work.release()
      throw SystemError(operation: "start", subject: "a thread", code: code)
    }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
