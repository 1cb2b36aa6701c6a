internal import Glibc
internal import TorporCore
import TorporModel
internal import TorporPosix

/// Looks for the ways in which freezing a group would hurt something outside it.
struct HazardScan {
  let procRoot: String
  /// The app's own folder: locks inside it are its own business.
  let container: String?

  /// One pass over the group's processes and the kernel's list of locks.
  ///
  /// `list` gives the members; it is asked again about a process that seems to be outside, because
  /// it may have been born inside in the meantime.
  func hazards(ofGroup list: () -> [Int32]) -> [Hazard] {
    let members = list()
    let stats = members.compactMap { ProcessStat(of: $0, procRoot: procRoot) }
    return locks(heldBy: members) + terminals(of: stats) + sessions(ledBy: stats, in: list)
      + callers(in: Set(members))
      + DisplaySockets(procRoot: procRoot).served(by: members).map { .displayServer(socket: $0) }
  }

  // MARK: Locks

  private func locks(heldBy members: [Int32]) -> [Hazard] {
    let own = Set(members)
    let table = LockTable.read(procRoot: procRoot)
    var hazards: [Hazard] = []
    var orphans: [FileLockRecord] = []
    for record in table {
      if own.contains(record.processID) {
        let path = path(of: record, openIn: [record.processID])
        append(record, path, to: &hazards)
      } else if isOrphan(record) {
        orphans.append(record)
      }
    }
    // `exec 9>file; flock 9` in a shell: the process that took the lock has ended, and the lock
    // lives in the shell's descriptor. Only a look at the descriptors finds it.
    let places = descriptors(of: members, on: Set(orphans.map(\.inode)))
    for record in orphans {
      for place in places[record.inode] ?? [] {
        guard let path = path(ofLockShownAt: place, record) else { continue }
        append(record, path, to: &hazards)
        break
      }
    }
    return hazards
  }

  private func append(_ record: FileLockRecord, _ path: String, to hazards: inout [Hazard]) {
    if let container, path == container || path.path(beneath: container) != nil { return }
    let hazard = Hazard.fileLock(path: path, hasWaiters: record.hasWaiters)
    if !hazards.contains(hazard) { hazards.append(hazard) }
  }

  private func isOrphan(_ record: FileLockRecord) -> Bool {
    switch record.kind {
    case .posix: false
    case .openFileDescription: true
    case .flock: !Files.exists("\(procRoot)/\(record.processID)")
    }
  }

  private func path(of record: FileLockRecord, openIn members: [Int32]) -> String {
    for member in members {
      let folder = "\(procRoot)/\(member)/fd"
      for name in Files.names(in: folder) where isInode(record.inode, at: "\(folder)/\(name)") {
        if let path = Files.target(of: "\(folder)/\(name)") { return path }
      }
    }
    return "device \(record.device) inode \(record.inode)"
  }

  /// A descriptor of a process.
  private struct Place {
    let member: Int32
    let name: String
  }

  /// The descriptors that are open on one of the inodes, by inode, in the order of the members: read once for all locks,
  /// of which a machine with virtual machines and databases has dozens.
  private func descriptors(of members: [Int32], on inodes: Set<UInt64>) -> [UInt64: [Place]] {
    guard !inodes.isEmpty else { return [:] }
    var places: [UInt64: [Place]] = [:]
    for member in members {
      let folder = "\(procRoot)/\(member)/fd"
      for name in Files.names(in: folder) {
        guard let inode = inode(at: "\(folder)/\(name)"), inodes.contains(inode) else { continue }
        places[inode, default: []].append(Place(member: member, name: name))
      }
    }
    return places
  }

  /// The path of the file, if the descriptor carries the lock.
  private func path(ofLockShownAt place: Place, _ record: FileLockRecord) -> String? {
    let folder = "\(procRoot)/\(place.member)"
    let shown = (try? Files.read("\(folder)/fdinfo/\(place.name)")) ?? ""
    // lock:	1: FLOCK  ADVISORY  WRITE 1234 fe:00:5678 0 EOF
    for line in shown.split(separator: "\n") where line.hasPrefix("lock:") {
      let fields = line.split(whereSeparator: \.isWhitespace).dropFirst(2).map { String($0) }
      if LockTable.parse(fields: fields)?.kind == record.kind {
        return Files.target(of: "\(folder)/fd/\(place.name)")
      }
    }
    return nil
  }

  // The device is not compared: on btrfs and overlayfs stat(2) names another one than the lock.
  private func isInode(_ inode: UInt64, at path: String) -> Bool { self.inode(at: path) == inode }

  private func inode(at path: String) -> UInt64? {
    (try? Files.facts(of: path)).map { UInt64($0.st_ino) }
  }

  // MARK: Terminals and sessions

  private func terminals(of stats: [ProcessStat]) -> [Hazard] {
    var names: [String] = []
    for stat in stats
    where stat.terminal != 0 && stat.terminalForegroundGroup == stat.processGroup
      // The leader of the session that `torpor run` has made holds the terminal while its user has
      // not, as the shell does that `torpor run` was put into the background of.
      && stat.name != CurrentProcess.terminalLeaderName
    {
      let name = HazardScan.terminalName(ofDevice: stat.terminal)
      // A terminal emulator in the same group: no process outside waits for what is frozen with it.
      if !names.contains(name), !stats.contains(where: { holdsMaster(ofTerminal: name, $0) }) {
        names.append(name)
      }
    }
    return names.map { .controllingTerminal(name: $0) }
  }

  /// The name of a terminal from the number in `/proc/PID/stat`.
  static func terminalName(ofDevice device: Int32) -> String {
    // proc(5): the minor number is in bits 31 to 20 and 7 to 0, the major one in 15 to 8.
    let bits = UInt32(bitPattern: device)
    let (major, minor) = ((bits >> 8) & 0xff, (bits & 0xff) | ((bits >> 12) & 0xfff00))
    switch major {
    // <linux/major.h>: eight numbers for pseudo-terminals, 256 each.
    case 136...143: return "pts/\((major - 136) * 256 + minor)"
    case 4: return minor < 64 ? "tty\(minor)" : "ttyS\(minor - 64)"
    default: return "terminal \(major):\(minor)"
    }
  }

  private func holdsMaster(ofTerminal name: String, _ stat: ProcessStat) -> Bool {
    guard name.hasPrefix("pts/") else { return false }
    let folder = "\(procRoot)/\(stat.processID)"
    return Files.names(in: folder + "/fd").contains { descriptor in
      guard Files.target(of: "\(folder)/fd/\(descriptor)")?.hasSuffix("ptmx") == true,
        let shown = try? Files.read("\(folder)/fdinfo/\(descriptor)")
      else { return false }
      return shown.split(separator: "\n").contains { line in
        line.hasPrefix("tty-index:") && line.hasSuffix("\t" + name.dropFirst("pts/".count))
      }
    }
  }

  private func sessions(ledBy stats: [ProcessStat], in list: () -> [Int32]) -> [Hazard] {
    let leaders = stats.filter { $0.session == $0.processID }.map(\.processID)
    guard !leaders.isEmpty else { return [] }
    let members = Set(stats.map(\.processID))
    var outsiders: [(processID: Int32, session: Int32)] = []
    for name in Files.names(in: procRoot) {
      // getsid(2) takes a third of a microsecond, reading the file of each process ten.
      guard let processID = Int32(name), !members.contains(processID),
        let session = CurrentProcess.session(of: processID), leaders.contains(session)
      else { continue }
      outsiders.append((processID, session))
    }
    guard !outsiders.isEmpty else { return [] }
    let now = Set(list())
    let found = Set(
      outsiders.filter { !now.contains($0.processID) && isAlive($0.processID) }.map(\.session)
    )
    return leaders.filter { found.contains($0) }.map { .sessionLeader(pid: $0) }
  }

  /// A short-lived child of the group was begun after its members were listed, and is in no list when it
  /// has ended or waits for its parent to notice: it is nobody's outsider.
  private func isAlive(_ processID: Int32) -> Bool {
    ProcessStat(of: processID, procRoot: procRoot).map { !$0.hasEnded } ?? false
  }

  /// The daemon itself, or the shell that it was started from.
  private func callers(in members: Set<Int32>) -> [Hazard] {
    var processID = CurrentProcess.processID
    var hazards: [Hazard] = []
    while processID > 1 {
      if members.contains(processID) { hazards.append(.callersShell(pid: processID)) }
      guard let parent = ProcessStat(of: processID, procRoot: procRoot)?.parentID else { break }
      processID = parent
    }
    return hazards
  }
}
