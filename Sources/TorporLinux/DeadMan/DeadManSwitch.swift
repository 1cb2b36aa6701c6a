package import TorporPosix

/// Thaws all apps when the daemon is gone and no other takes its place.
///
/// A process of its own. It holds one end of a pipe whose other end only the daemon has, so it
/// learns of the daemon's end however that comes, and sleeps until then. An app that is frozen with
/// nobody to thaw it would be lost to its user.
package final class DeadManSwitch {
  /// The pid of the watching process, which is called `torpor-deadman`.
  package let processID: Int32
  /// Closed by the kernel when the daemon ends.
  private let pipe: Descriptor

  /// Forks the watching process for the groups of the tree; call it before any thread exists.
  ///
  /// Another daemon that takes the tree's lock within the grace makes it unnecessary.
  ///
  /// - Throws: `SystemError` at the limit of processes or descriptors.
  package init(
    watching tree: GroupTree,
    grace: Duration = DeadManSwitch.grace
  ) throws(SystemError) {
    let ends = try DescriptorPair.pipe().take()
    let readEnd = Descriptor(owning: ends.first)
    pipe = Descriptor(owning: ends.second)
    let (seconds, attoseconds) = grace.components
    processID = try CurrentProcess.startDeadMan(
      pipe: readEnd.rawValue,
      lockPath: tree.root,
      groupsPath: tree.folder,
      graceMilliseconds: UInt32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    )
  }

  /// How long another daemon may take to come: 10 s.
  ///
  /// Many times what a restart by systemd takes (100 ms by default, `RestartSec`) and short for
  /// somebody who waits for a window. Our choice.
  package static let grace = Duration.seconds(10)
}
