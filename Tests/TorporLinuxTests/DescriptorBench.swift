import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

/// The app whose descriptors these tests hand over.
let messenger = AppIdentifier("com.example.messenger")!
let server = DescriptorName(app: messenger, name: "server")

/// A table on a loop of its own, and the events that it posts.
final class DescriptorBench {
  let loop: EventLoop
  let recorder = EventRecorder()
  let folder: TemporaryFolder
  private var current: DescriptorTable?
  private let tree: GroupTree
  /// Where the keeper listens.
  let place: String

  var table: DescriptorTable {
    guard let current else { preconditionFailure("the daemon of this test is dead") }
    return current
  }

  init(patience: Duration = .seconds(30), folderName: String = "state") throws {
    loop = try EventLoop()
    // Of its own each time: the child of another test, until it runs its executable, has the lock, too.
    let number = UInt64.random(in: 0...UInt64.max)
    tree = try GroupTree(subtree: "torpor-test-\(getpid())-table-\(number)")
    folder = try TemporaryFolder()
    place = folder.path + "/" + folderName
    try Files.makeFolder(place, mode: 0o700)
    current = nextTable(patience: patience)
  }

  /// The daemon dies, and all that it had is closed.
  func endTable() { current = nil }

  /// The table of a daemon that comes after this one has died.
  func nextTable(patience: Duration = .seconds(30)) -> DescriptorTable {
    DescriptorTable(
      keptIn: place,
      by: nil,
      groups: tree,
      patience: patience,
      on: loop,
      sink: recorder
    )
  }

  /// The keepers of the test, by their group.
  func keepers() throws -> [Int32] {
    try Files.read(tree.root + "/keepers/cgroup.procs").split(separator: "\n").compactMap {
      Int32($0)
    }
  }

  /// Writes `cgroup.kill` in the group of keepers, in which there is nothing yet.
  func killGroup() throws {
    _ = tree.keepers.number
    try Files.write("1", to: tree.root + "/keepers/cgroup.kill")
  }

  /// Runs the loop until the condition holds.
  func run(upTo limit: Duration, until holds: () throws -> Bool) rethrows {
    let end = ContinuousClock.now + limit
    while try !holds(), ContinuousClock.now < end { loop.runOnce(timeoutMilliseconds: 20) }
  }

  deinit {
    // Keepers that still wait for a daemon end with the test.
    current = nil
    for keeper in (try? keepers()) ?? [] { kill(keeper, SIGKILL) }
    for _ in 0..<100 where rmdir(tree.root + "/keepers") < 0 && errno == EBUSY { usleep(10_000) }
    rmdir(tree.folder)
    rmdir(String(tree.folder.dropLast("/apps".count)))
  }

  /// What the table has posted, after every event that is there was handled.
  func events() -> [DeviceEvent] {
    for _ in 0..<4 { loop.runOnce(timeoutMilliseconds: 0) }
    return recorder.events.compactMap { event in
      if case .input(.device(let event)) = event { event } else { nil }
    }
  }

  /// Hands over a duplicate of a descriptor, as a call would bring it.
  func keep(_ number: Int32, as name: DescriptorName = server, ofUser userID: UInt32 = 7) throws {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    try #require(copy >= 0)
    #expect(table.objection(to: copy, for: name, ofUser: userID) == nil)
    table.keep(HandedDescriptor(name: name, userID: userID, descriptor: copy))
  }
}

/// What is posted of `server` when it can be read.
func readable(isHungUp: Bool = false, isUnread: Bool = false) -> DeviceEvent {
  .descriptor(app: messenger, name: "server", isHungUp: isHungUp, isUnread: isUnread)
}
