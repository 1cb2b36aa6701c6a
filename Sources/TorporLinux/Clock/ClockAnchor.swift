// TorporLinux is where the device meets the machine: one folder for each thing of the kernel that
// the policy needs. Adapters report facts and carry out orders; none of them decides anything. All
// of them belong to the thread of one event loop.

package import TorporModel

/// One moment on three clocks at once; what joins the device's time line to the kernel's clocks.
///
/// Saved with the journal, so that the line goes on over a restart of the daemon (same boot id: the
/// boot clock says how much time passed) and of the machine (another boot id: the wall clock does).
package struct ClockAnchor: Hashable, Sendable {
  /// `/proc/sys/kernel/random/boot_id`; another one after every start of the machine.
  package let bootID: String
  /// Nanoseconds since that start (`CLOCK_BOOTTIME`).
  package let boottimeNanoseconds: Int64
  /// The moment on the device's own time line.
  package let device: Instant
  /// Nanoseconds since 1970 by the wall clock.
  package let wallNanoseconds: Int64

  package init(
    bootID: String,
    boottimeNanoseconds: Int64,
    device: Instant,
    wallNanoseconds: Int64
  ) {
    self.bootID = bootID
    self.boottimeNanoseconds = boottimeNanoseconds
    self.device = device
    self.wallNanoseconds = wallNanoseconds
  }

  /// Where the device's time line stands now.
  ///
  /// `anchor` is the last one saved and `floor` the last moment journalled; the line is never put
  /// before either. Over a restart of the machine the wall clock may have been set back or lost:
  /// then no time has passed, which is late at worst and never repeats a moment.
  package static func resume(
    from anchor: ClockAnchor?,
    floor: Instant,
    bootID: String,
    boottimeNanoseconds: Int64,
    wallNanoseconds: Int64
  ) -> ClockAnchor {
    var device = floor
    if let anchor {
      let passed =
        anchor.bootID == bootID
        ? boottimeNanoseconds - anchor.boottimeNanoseconds
        : wallNanoseconds - anchor.wallNanoseconds
      device = max(floor, anchor.device + .nanoseconds(max(0, passed)))
    }
    return ClockAnchor(
      bootID: bootID,
      boottimeNanoseconds: boottimeNanoseconds,
      device: device,
      wallNanoseconds: wallNanoseconds
    )
  }
}
