internal import Glibc
internal import TorporModel
internal import TorporPosix

/// The locks on users' `app.slice`, so that of root's daemon and the user's own only one adopts there.
package final class SliceLocks {
  private let slices: AppSlices?
  /// Held as long as this daemon adopts there, by the folder of the slice.
  private var locks: [String: Lock] = [:]

  /// Nothing is locked before it is taken.
  package init(_ slices: AppSlices?) { self.slices = slices }

  private final class Lock {
    private let file: Descriptor
    let inode: UInt64

    init(_ file: consuming Descriptor, inode: UInt64) {
      self.file = file
      self.inode = inode
    }
  }

  /// Whether this daemon is the one that adopts in that folder.
  ///
  /// A folder that was made anew, as with the next login, is another one: the lock on the old is let go.
  func take(_ folder: String) -> Bool {
    // Only its owner and root can open this file: a lock on the folder could be held by anybody who looks into it.
    let path = folder + "/cgroup.kill"
    guard let facts = try? Files.facts(of: path) else {
      locks[folder] = nil
      return false
    }
    if let held = locks[folder], held.inode == UInt64(facts.st_ino) { return true }
    locks[folder] = nil
    guard let file = try? Files.open(path, O_WRONLY) else { return false }
    guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else { return false }
    locks[folder] = Lock(file, inode: UInt64(facts.st_ino))
    return true
  }

  // As for the groups' lock: the kernel closes what a killed daemon had open in an order of its own.
  private static let attemptsMax = 20
  private static let intervalMicroseconds: UInt32 = 10_000

  /// The slices in which another daemon adopts, of those that these groups are in; one that is just ending is waited for.
  ///
  /// A group in no slice that is there is nobody else's.
  func others(amongSlicesOf groups: [String]) -> [String] {
    let folders = (slices?.slices() ?? []).map(\.folder).filter { folder in
      groups.contains { $0.path(beneath: folder) != nil }
    }
    return folders.filter { folder in
      for _ in 0..<SliceLocks.attemptsMax {
        if take(folder) { return false }
        usleep(SliceLocks.intervalMicroseconds)
      }
      return true
    }
  }

  /// This daemon adopts nowhere any more.
  func letGo() { locks = [:] }
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
