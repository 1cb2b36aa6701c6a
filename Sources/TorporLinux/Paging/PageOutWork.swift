internal import Glibc
internal import Synchronization
internal import TorporCore
internal import TorporPosix

/// One order to page out, as the thread does it that may wait for the disk.
///
/// Made on the loop's thread and read there when the pipe speaks; `run` is for the other. Between them
/// stands `state`, guarded by its mutex. The descriptors belong to the pager, which keeps them until the
/// result is there.
final class PageOutWork: MemoryWork {
  /// One process of the group.
  struct Target: Sendable {
    let processID: Int32
    let handle: Int32

    /// All processes of groups, and the handles that are to stay open meanwhile.
    static func all(of groups: [ControlGroup]) -> (targets: [Target], handles: [ProcessHandle]) {
      var handles: [ProcessHandle] = []
      var targets: [Target] = []
      for processID in groups.flatMap({ $0.processIDs() }) {
        guard let handle = try? ProcessHandle.open(processID) else { continue }
        handles.append(handle)
        targets.append(Target(processID: processID, handle: handle.number))
      }
      // A number may have gone to another process between the list and its handle.
      let members = Set(groups.flatMap { $0.processIDs() })
      targets.removeAll { !members.contains($0.processID) }
      return (targets, handles)
    }
  }

  /// How the memory of the group can be had.
  struct Means: Sendable {
    /// Whether processes can be advised one by one, exactly as far as the order goes.
    var canAdvise: Bool
    /// The groups' `memory.reclaim`, which takes what processes share as well.
    var reclaimPaths: [String]
  }

  struct Outcome: Sendable {
    var freedBytes: Int64 = 0
    var writtenBytes: Int64 = 0
    var isComplete = false
    /// How fast the next order begins.
    var pace: PageOutPace
  }

  private struct State {
    var isStopped = false
    var isUrgent: Bool
    var outcome: Outcome?
  }

  private let targets: [Target]
  private let means: Means
  private let bytesMax: Int64
  private let firstPace: PageOutPace
  private let procRoot: String
  private let endsPipe: Int32
  private let state: Mutex<State>

  init(
    _ order: PageOutOrder,
    _ targets: [Target],
    _ means: Means,
    pace: PageOutPace,
    procRoot: String,
    endsPipe: Int32
  ) {
    self.targets = targets
    self.means = means
    bytesMax = order.bytesMax
    firstPace = pace
    self.procRoot = procRoot
    self.endsPipe = endsPipe
    state = Mutex(State(isUrgent: order.isUrgent ?? false))
  }

  /// Has the thread end before its next piece.
  func stop() { state.withLock { $0.isStopped = true } }

  /// Has the thread leave out its pauses from now on.
  func hurry() { state.withLock { $0.isUrgent = true } }

  /// What came of it, once it is over.
  var outcome: Outcome? { state.withLock { $0.outcome } }

  private var isStopped: Bool { state.withLock { $0.isStopped } }
  private var isUrgent: Bool { state.withLock { $0.isUrgent } }

  // After how many pieces the sizes are read again, which costs as much as an empty piece.
  private static let piecesBetweenLooks = 4
  // Less than that given back by a whole series of pieces, and nothing is left that would go.
  private static let worthwhileBytes: Int64 = 256 << 10

  /// The thread's work: piece by piece, until nothing is left, the order is filled, or it is stopped.
  func run() {
    let before = size()
    var steps = Steps(sizeBefore: before, pace: firstPace)
    var isComplete = true
    if means.canAdvise { isComplete = adviseAll(&steps) }
    for path in means.reclaimPaths where isComplete { isComplete = reclaimAll(path, &steps) }
    let after = size()
    let result = Outcome(
      freedBytes: max(0, before.resident - after.resident),
      writtenBytes: max(0, after.swapped - before.swapped),
      isComplete: isComplete,
      pace: steps.pace
    )
    state.withLock { $0.outcome = result }
    var byte: UInt8 = 1
    _ = write(endsPipe, &byte, 1)
  }

  private struct Steps {
    let sizeBefore: Size
    var pace: PageOutPace
    var count = 0
  }

  /// Goes through the processes; whether the end of the last was reached.
  private func adviseAll(_ steps: inout Steps) -> Bool {
    for target in targets {
      for range in MemoryRanges.pageable(of: target.processID, procRoot: procRoot) {
        var address = range.lowerBound
        while address < range.upperBound {
          guard goesOn(&steps) else { return false }
          let length = min(steps.pace.pieceBytes, range.upperBound - address)
          do throws(SystemError) {
            try paced(&steps.pace, length) { () throws(SystemError) in
              try ProcessMemory.pageOut(processHandle: target.handle, at: address, length: length)
            }
          } catch {
            // This kernel or a guard of it forbids it: the next piece would fare no better.
            if error.code == ENOSYS || error.code == EPERM { return true }
            // The process is gone; else this piece is of a kind that stays.
            if error.code == ESRCH { break }
          }
          address += length
        }
      }
    }
    return true
  }

  /// Has the group give memory back until nothing more comes; whether that point was reached.
  private func reclaimAll(_ path: String, _ steps: inout Steps) -> Bool {
    // The kernel has not given all that a piece asks for: it has looked at everything there is.
    var residentAtLastRefusal: Int64?
    while true {
      guard goesOn(&steps) else { return false }
      let length = steps.pace.pieceBytes
      do throws(SystemError) {
        try paced(&steps.pace, length) { () throws(SystemError) in
          try Files.open(path, O_WRONLY).writeOnce("\(length)", subject: path)
        }
      } catch {
        // Gone with its group, or forbidden.
        guard error.code == EAGAIN else { return true }
        // What is on its way to the disk does not count as given back until it is there.
        let resident = size().resident
        if let last = residentAtLastRefusal, last - resident < PageOutWork.worthwhileBytes {
          return true
        }
        residentAtLastRefusal = resident
      }
    }
  }

  private func goesOn(_ steps: inout Steps) -> Bool {
    if isStopped { return false }
    steps.count += 1
    return steps.count % PageOutWork.piecesBetweenLooks != 0
      || size().swapped - steps.sizeBefore.swapped < bytesMax
  }

  // MARK: Sizes

  /// What the group has in memory and in swap, in bytes.
  private struct Size {
    var resident: Int64 = 0
    var swapped: Int64 = 0
  }

  private func size() -> Size {
    var size = Size()
    for target in targets {
      guard let text = try? Files.read("\(procRoot)/\(target.processID)/status") else { continue }
      for line in text.split(separator: "\n") {
        if line.hasPrefix("VmRSS:") { size.resident += PageOutWork.bytes(in: line) }
        if line.hasPrefix("VmSwap:") { size.swapped += PageOutWork.bytes(in: line) }
      }
    }
    return size
  }

  /// `VmRSS:     1234 kB`.
  private static func bytes(in line: Substring) -> Int64 {
    let kibibytes = line.split(separator: " ").dropFirst().first.flatMap { Int64($0) }
    return (kibibytes ?? 0) * 1024
  }
}

// MARK: Giving way

extension PageOutWork {
  /// How long a piece may take to the disk before it counts as too much for it: 1 s; our choice.
  private static let diskTimeMax = Duration.seconds(1)
  /// How much may be on its way to the disk while memory is short: 8 MiB.
  ///
  /// A thaw waits for what stands before it in the disk's queue; our choice.
  private static let urgentBytesUnderWay: Int64 = 8 << 20
  /// How soon the thread sees that it is to stop; our choice.
  private static let sliceMax = Duration.milliseconds(50)

  /// Writes a piece, waits until it is on the disk, and leaves the disk alone for as long as others need it.
  private func paced(
    _ pace: inout PageOutPace,
    _ length: UInt64,
    _ write: () throws(SystemError) -> Void
  ) throws(SystemError) {
    let underWay = DiskWaits.bytesUnderWay(procRoot: procRoot)
    let begun = ContinuousClock.now
    try write()
    if isUrgent {
      waitForDisk(below: underWay + PageOutWork.urgentBytesUnderWay)
      return
    }
    // This thread waits itself while it writes: only what comes after that is the others' waiting.
    let (written, waits) = (ContinuousClock.now, DiskWaits.read(procRoot: procRoot))
    let isOnDisk = waitForDisk(below: underWay + Int64(length) / 4)
    let (arrived, waitsThen) = (ContinuousClock.now, DiskWaits.read(procRoot: procRoot))
    sleep(pace.pause(after: arrived - begun))
    let (rested, waitsLast) = (ContinuousClock.now, DiskWaits.read(procRoot: procRoot))
    pace.passed(
      piece: .init(elapsed: arrived - written, stalled: waitsThen.stalled(since: waits)),
      pause: .init(elapsed: rested - arrived, stalled: waitsLast.stalled(since: waitsThen)),
      isOnDisk: isOnDisk
    )
  }

  /// Whether no more than that is on its way to the disks any more.
  @discardableResult private func waitForDisk(below bytes: Int64) -> Bool {
    let end = ContinuousClock.now + PageOutWork.diskTimeMax
    var pause = Duration.milliseconds(1)
    while DiskWaits.bytesUnderWay(procRoot: procRoot) > bytes {
      guard ContinuousClock.now < end, !isStopped else { return isStopped }
      usleep(useconds_t(pause.microseconds))
      pause = min(pause * 2, .milliseconds(16))
    }
    return true
  }

  private func sleep(_ length: Duration) {
    let end = ContinuousClock.now + length
    while !isStopped, !isUrgent {
      let left = end - ContinuousClock.now
      guard left > .zero else { return }
      usleep(useconds_t(min(left, PageOutWork.sliceMax).microseconds))
    }
  }
}

extension Duration {
  /// Whole microseconds of a time below a second.
  fileprivate var microseconds: Int64 { max(0, components.attoseconds / 1_000_000_000_000) }
}
