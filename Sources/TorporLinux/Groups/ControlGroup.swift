internal import Glibc
package import TorporPosix

/// One control group: the files that the kernel shows for it.
package final class ControlGroup {
  package let path: String
  private let directory: Descriptor
  // Open as long as the group is known: a thaw must not fail for want of a descriptor.
  private let freezeFile: Descriptor
  private let eventsFile: Descriptor
  let features: GroupFeatures
  private let procRoot: String

  /// Opens the group's folder; everything else goes through it, so a path is never walked twice.
  ///
  /// - Throws: `SystemError` when it is not there.
  package init(
    path: String,
    features: GroupFeatures,
    procRoot: String = "/proc"
  ) throws(SystemError) {
    self.path = path
    self.features = features
    self.procRoot = procRoot
    directory = try Files.open(path, O_RDONLY | O_DIRECTORY)
    freezeFile = try Files.open("cgroup.freeze", in: directory, O_WRONLY)
    eventsFile = try Files.open("cgroup.events", in: directory, O_RDONLY)
  }

  /// The open folder, for a process that is to be born in the group.
  package var directoryNumber: Int32 { directory.rawValue }

  /// The open `cgroup.events`, which is urgent (EPOLLPRI) when it says something else than was read last.
  package var eventsNumber: Int32 { eventsFile.rawValue }

  /// Whether the last request to the kernel about the group was to freeze it.
  ///
  /// - Throws: `SystemError` when the group is gone.
  package func isToBeFrozen() throws(SystemError) -> Bool {
    try Files.read("cgroup.freeze", in: directory).hasPrefix("1")
  }

  /// What `cgroup.events` says.
  package struct Events: Hashable, Sendable {
    /// Whether any process is in the group or below it.
    package var isPopulated = false
    /// Whether every process is frozen; true for an empty group that is to be frozen.
    package var isFrozen = false

    fileprivate init() {}

    init(parsing bytes: UnsafeRawBufferPointer) {
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        if line.elementsEqual("populated 1".utf8) { isPopulated = true }
        if line.elementsEqual("frozen 1".utf8) { isFrozen = true }
      }
    }
  }

  /// Reads `cgroup.events`: one system call, and nothing on the heap but the lines.
  ///
  /// - Throws: `SystemError` when the group is gone.
  package func events() throws(SystemError) -> Events {
    // Two lines of some ten bytes; the kernel may add more.
    var lines: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
      (0, 0, 0, 0, 0, 0, 0, 0)
    var failure: SystemError?
    let events = withUnsafeMutableBytes(of: &lines) { buffer in
      do throws(SystemError) {
        let count = try Files.reread(eventsFile, into: buffer, path + "/cgroup.events")
        return Events(parsing: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      } catch {
        failure = error
        return Events()
      }
    }
    if let failure { throw failure }
    return events
  }

  /// Opens `cgroup.events` once more, for a watch of its own: each open file is urgent by itself.
  ///
  /// - Throws: `SystemError` when the group is gone.
  func openEvents() throws(SystemError) -> Descriptor {
    try Files.open("cgroup.events", in: directory, O_RDONLY)
  }

  /// Whether any process is in the group whose `cgroup.events` is open with that number.
  static func isPopulated(_ eventsNumber: Int32) -> Bool {
    // Two lines of some ten bytes; the kernel may add more.
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      let count = pread(eventsNumber, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return false }
      return Events(parsing: UnsafeRawBufferPointer(rebasing: buffer[..<count])).isPopulated
    }
  }

  /// Asks the kernel to freeze the group, or to let it run; returns before it is so.
  ///
  /// - Throws: `SystemError` when the group is gone.
  package func setFreeze(_ isFrozen: Bool) throws(SystemError) {
    try freezeFile.writeOnce(isFrozen ? "1" : "0", at: 0, subject: path + "/cgroup.freeze")
  }

  /// Says how much of the processor, and of the disk where the kernel shares that, the group gets beside others.
  ///
  /// From 1 to 10,000; 100 is what a group has by default.
  func setWeight(_ weight: Int) {
    try? Files.write("\(weight)", to: "cpu.weight", in: directory)
    try? Files.write("default \(weight)", to: "io.weight", in: directory)
  }

  /// Numbers of all processes in the group and in groups below it; empty when it is gone.
  package func processIDs() -> [Int32] { ControlGroup.processIDs(below: path) }

  private static func processIDs(below path: String) -> [Int32] {
    let text = (try? Files.read(path + "/cgroup.procs")) ?? ""
    let own = text.split(separator: "\n").compactMap { Int32($0) }
    return Files.folderNames(in: path).reduce(own) { $0 + processIDs(below: "\(path)/\($1)") }
  }

  /// Processor time of all processes that were ever in the group, in microseconds.
  ///
  /// - Throws: `SystemError` when the group is gone; `ENODATA` when the kernel does not say.
  package func processorMicroseconds() throws(SystemError) -> Int64 {
    let text = try Files.read("cpu.stat", in: directory)
    for line in text.split(separator: "\n") where line.hasPrefix("usage_usec ") {
      if let count = Int64(line.dropFirst("usage_usec ".count)) { return count }
    }
    throw SystemError(operation: "find usage_usec in", subject: path + "/cpu.stat", code: ENODATA)
  }

  /// The number of the group's folder, by which the kernel's programs know it; 0 when it is gone.
  var inode: UInt64 {
    var status = stat()
    return fstat(directory.rawValue, &status) == 0 ? UInt64(status.st_ino) : 0
  }

  /// What the kernel says in a file of the group; `nil` where there is none.
  func text(of name: String) -> String? { try? Files.read(name, in: directory) }

  /// What the group takes of memory, in bytes; `nil` when the group is gone.
  ///
  /// `memory.current` where the kernel counts, else the resident sizes added up: pages that
  /// processes share count once for each, so it is too much rather than too little. The exact share
  /// (Pss) takes the kernel a walk over every page and is too slow to ask for at each freeze.
  package func footprintBytes() -> Int64? {
    if features.hasMemory, let text = try? Files.read("memory.current", in: directory),
      let bytes = Int64(text.prefix { $0.isNumber })
    {
      return bytes
    }
    let processes = processIDs()
    guard !processes.isEmpty else { return nil }
    var pages: Int64 = 0
    for processID in processes {
      let fields = (try? Files.read("\(procRoot)/\(processID)/statm"))?.split(separator: " ")
      pages += fields.flatMap { $0.count > 1 ? Int64($0[1]) : nil } ?? 0
    }
    return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// How many processes of the group the kernel has ended because memory had run out (`oom_kill` of
  /// `memory.events`); `nil` where it does not count the group's memory.
  package func outOfMemoryKills() -> Int? {
    guard features.hasMemory, let text = try? Files.read("memory.events", in: directory) else {
      return nil
    }
    for line in text.split(separator: "\n") where line.hasPrefix("oom_kill ") {
      return Int(line.dropFirst("oom_kill ".count))
    }
    return nil
  }

  /// Ends every process of the group with SIGKILL, frozen or not.
  package func kill() {
    if features.hasKill, (try? Files.write("1", to: "cgroup.kill", in: directory)) != nil { return }
    killOneByOne()
  }

  /// Removes the group; fails as long as a process, or a zombie's last trace, is in it.
  ///
  /// - Throws: `SystemError`: `EBUSY` while it is not empty.
  package func remove() throws(SystemError) {
    try ControlGroup.remove(path)
  }

  private static func remove(_ path: String) throws(SystemError) {
    // An app may have made groups of its own below.
    for name in Files.folderNames(in: path) { try remove("\(path)/\(name)") }
    do throws(SystemError) {
      try Files.removeFolder(path)
    } catch {
      guard error.code == ENOENT else { throw error }
    }
  }

  // Passes over the list before giving up: frozen processes make no children, so a second pass
  // finds only what was being born during the first. Our choice.
  private static let killPassesMax = 10

  /// Before Linux 5.14: freezes the group so that nothing is born in it, then kills what is there.
  private func killOneByOne() {
    try? setFreeze(true)
    var killed: Set<Int32> = []
    for _ in 0..<ControlGroup.killPassesMax {
      let fresh = processIDs().filter { !killed.contains($0) }
      if fresh.isEmpty { break }
      for processID in fresh { CurrentProcess.send(signal: SIGKILL, to: processID) }
      killed.formUnion(fresh)
    }
    try? setFreeze(false)
  }
}
