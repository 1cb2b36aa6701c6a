internal import Glibc
package import TorporPosix

/// Thaws all apps when the daemon is gone and no other takes its place.
///
/// A process of its own. It holds one end of a pipe whose other end only the daemon has, so it
/// learns of the daemon's end however that comes, and sleeps until then. An app that is frozen with
/// nobody to thaw it would be lost to its user. It sits in a group of its own, so that it survives
/// the end of the daemon's group; should it die all the same, it is started again.
package final class DeadManSwitch {
  /// The pid of the watching process, which is called `torpor-deadman`.
  package private(set) var processID: Int32
  private let tree: GroupTree
  private let recordsFolder: String?
  private let graceMilliseconds: UInt32
  /// Closed by the kernel when the daemon ends.
  private var pipe: Descriptor
  private var watch: (loop: EventLoop, token: EventLoop.Token, process: ProcessHandle)?

  /// Forks the watching process for the groups of the tree; the process must have one thread.
  ///
  /// `recordsFolder`: where files name other groups that are thawed with them (`AdoptionRecords`). Another daemon that takes the tree's lock within the grace makes it unnecessary.
  ///
  /// - Throws: `SystemError` at the limit of processes or descriptors.
  package init(
    watching tree: GroupTree,
    recordsFolder: String? = nil,
    grace: Duration = DeadManSwitch.grace
  ) throws(SystemError) {
    let (seconds, attoseconds) = grace.components
    self.tree = tree
    self.recordsFolder = recordsFolder
    graceMilliseconds = UInt32(
      clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000
    )
    // Best effort: without it the process stays in the daemon's group.
    try? Files.makeFolder(DeadManSwitch.group(in: tree), mode: 0o700)
    let ends = try DescriptorPair.pipe().take()
    pipe = Descriptor(owning: ends.second)
    let readEnd = Descriptor(owning: ends.first)
    processID = try DeadManSwitch.fork(
      readEnd,
      tree,
      recordsFolder,
      graceMilliseconds,
      movesToGroup: false
    )
  }

  deinit {
    if let watch { watch.loop.cancel(watch.token) }
  }

  /// Starts the process again whenever it dies before the daemon does.
  ///
  /// - Throws: `SystemError` when it cannot be watched.
  package func keepAlive(on loop: EventLoop) throws(SystemError) {
    let process = try ProcessHandle.open(processID)
    let token = try loop.register(process.number, for: .readable) { [unowned self] _ in died() }
    watch = (loop, token, process)
  }

  /// The group of the watching process.
  package static func group(in tree: GroupTree) -> String { tree.root + "/deadman" }

  /// How long another daemon may take to come: 10 s.
  ///
  /// Many times what a restart by systemd takes (100 ms by default, `RestartSec`) and short for
  /// somebody who waits for a window. Our choice.
  package static let grace = Duration.seconds(10)

  // How long before it is started again: a process that dies at once every time then costs one fork
  // a second. Our choice.
  private static let restartInterval = Duration.seconds(1)

  private func died() {
    guard let (loop, token, process) = watch else { return }
    loop.cancel(token)
    watch = nil
    // Reaps it.
    _ = process.end()
    restart(on: loop)
  }

  private func restart(on loop: EventLoop) {
    _ = loop.schedule(after: DeadManSwitch.restartInterval) { [weak self] in
      guard let self else { return }
      do throws(SystemError) {
        let ends = try DescriptorPair.pipe().take()
        pipe = Descriptor(owning: ends.second)
        let readEnd = Descriptor(owning: ends.first)
        // One that was killed at its birth in the group would be again.
        processID = try DeadManSwitch.fork(
          readEnd,
          tree,
          recordsFolder,
          graceMilliseconds,
          movesToGroup: true
        )
        try keepAlive(on: loop)
      } catch {
        restart(on: loop)
      }
    }
  }

  private static func fork(
    _ readEnd: borrowing Descriptor,
    _ tree: GroupTree,
    _ recordsFolder: String?,
    _ graceMilliseconds: UInt32,
    movesToGroup: Bool
  ) throws(SystemError) -> Int32 {
    try CurrentProcess.startDeadMan(
      pipe: readEnd.rawValue,
      lockPath: tree.root,
      groupsPath: tree.folder,
      recordsPath: recordsFolder,
      groupPath: group(in: tree),
      movesToGroup: movesToGroup,
      graceMilliseconds: graceMilliseconds
    )
  }
}
