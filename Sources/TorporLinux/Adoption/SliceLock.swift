internal import Glibc
internal import TorporPosix

/// The lock on a user's `app.slice`, so that of root's daemon and the user's own only one adopts there.
final class SliceLock {
  private let folder: Descriptor

  /// `nil`: another daemon has it, or it cannot be opened.
  init?(_ path: String) {
    guard let folder = try? Files.open(path, O_RDONLY | O_DIRECTORY) else { return nil }
    guard flock(folder.rawValue, LOCK_EX | LOCK_NB) == 0 else { return nil }
    self.folder = folder
  }
}

/// The open `cgroup.events` of a group that nothing else is done with.
final class EventsWatch {
  private let events: Descriptor

  /// - Throws: `SystemError` when the group is gone.
  init(_ group: String) throws(SystemError) {
    events = try Files.open(group + "/cgroup.events", O_RDONLY)
    read()
  }

  var number: Int32 { events.rawValue }

  var isPopulated: Bool { ControlGroup.isPopulated(events.rawValue) }

  /// What was read is not urgent any more.
  func read() { _ = ControlGroup.isPopulated(events.rawValue) }
}

/// The lock on the folder of records, by which the dead man sees that a daemon governs what they name.
package final class AdoptionClaim {
  private let folder: Descriptor

  // As for the groups' lock: 100 times, 10 ms apart. The dead man that looks at it lets go at once.
  private static let attemptsMax = 100
  private static let intervalMicroseconds: UInt32 = 10_000

  /// `nil`: another daemon governs them.
  package init?(of records: AdoptionRecords) {
    guard let folder = try? Files.open(records.folder, O_RDONLY | O_DIRECTORY) else { return nil }
    for _ in 0..<AdoptionClaim.attemptsMax {
      if flock(folder.rawValue, LOCK_EX | LOCK_NB) == 0 {
        self.folder = folder
        return
      }
      usleep(AdoptionClaim.intervalMicroseconds)
    }
    return nil
  }
}
