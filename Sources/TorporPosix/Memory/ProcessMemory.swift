internal import CTorporPosix
internal import Glibc

/// The memory of other processes, as the kernel lets it be governed from outside.
package enum ProcessMemory {
  /// Has the kernel write pages of a process away, or drop them where a file has them too.
  ///
  /// The pages come back when the process touches them. May wait for the disk, for a tenth of a second
  /// and more (measured); not for a thread that others wait for.
  ///
  /// - Throws: `SystemError`: `ESRCH` when the process has ended, `EPERM` without CAP_SYS_NICE, `ENOMEM`
  ///   where nothing is mapped, `EINVAL` for memory that cannot go (locked, huge, of a device).
  package static func pageOut(
    processHandle number: Int32,
    at address: UInt64,
    length: UInt64
  ) throws(SystemError) {
    let code = torpor_page_out(number, address, length)
    if code < 0 {
      throw SystemError(operation: "page out", subject: "memory of a process", code: -code)
    }
  }

  /// Has the kernel read pages of a process back from swap, beside what it is given: it finds them in memory when it
  /// touches them.
  ///
  /// The kernel asks the disk for them and does not wait, except for a place in its queue.
  ///
  /// - Throws: `SystemError`: `ESRCH` when the process has ended, `EPERM` without CAP_SYS_NICE, `ENOMEM` where nothing is
  ///   mapped.
  package static func readBack(
    processHandle number: Int32,
    at address: UInt64,
    length: UInt64
  ) throws(SystemError) {
    let code = torpor_read_back(number, address, length)
    if code < 0 {
      throw SystemError(operation: "read back", subject: "memory of a process", code: -code)
    }
  }

  /// Has the calling thread read and write only when nobody else does; without effect where the disk's scheduler has no
  /// such order.
  package static func useIdleDisk() { _ = torpor_idle_io() }

  /// Why memory of other processes cannot be written away; `nil` where it can.
  package static func unavailableReason() -> String? {
    guard let own = try? ProcessHandle.open(getpid()) else {
      return "process handles need Linux 5.3 or newer"
    }
    // A length of nothing asks whether the call and the advice are there.
    let code = torpor_page_out(own.number, 0, 0)
    if code == -ENOSYS || code == -EINVAL { return "it needs Linux 5.10 or newer" }
    return CurrentProcess.has(.systemNice)
      ? nil : "the daemon lacks the right to govern others' memory (CAP_SYS_NICE)"
  }
}
