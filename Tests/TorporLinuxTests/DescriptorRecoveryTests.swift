import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

@Suite("What outlives the daemon", .enabled(if: Machine.isAvailable))
struct DescriptorRecoveryTests {
  /// A connection whose near end only the first daemon has, which then dies.
  private static func orphan(_ bench: DescriptorBench) throws -> Int32 {
    let (near, far) = try DescriptorPair.sockets().take()
    try bench.keep(near)
    Descriptor.close([near])
    return far
  }

  private static func isOpen(_ far: Int32) -> Bool {
    var polled = pollfd(fd: far, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) == 0
  }

  /// Waits until the far end sees that nobody has the near one any more.
  private static func waitForEnd(_ far: Int32) -> Bool {
    var polled = pollfd(fd: far, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 10_000) == 1
  }

  @Test("a descriptor of which nobody else has a duplicate is there for the next daemon, as it was")
  func recovered() throws {
    let bench = try DescriptorBench()
    let far = try Self.orphan(bench)
    defer { Descriptor.close([far]) }
    bench.endTable()
    #expect(Self.isOpen(far))
    #expect(write(far, "ring", 4) == 4)
    let next = bench.nextTable()
    #expect(next.recover(keeping: [server]) == [])
    next.watch(server)
    #expect(bench.events() == [readable()])
    let own = try #require(next.take(server))
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(own, &bytes, 8) == 4)
    Descriptor.close([own])
    // Handed back, it is nobody else's.
    #expect(Self.waitForEnd(far))
  }

  @Test("what the policy no longer knows is closed, and what the keeper does not have is lost")
  func unwanted() throws {
    let bench = try DescriptorBench()
    let far = try Self.orphan(bench)
    defer { Descriptor.close([far]) }
    bench.endTable()
    let other = DescriptorName(app: messenger, name: "other")
    let next = bench.nextTable()
    #expect(next.recover(keeping: [other]) == [other])
    #expect(next.count == 0)
    #expect(Self.waitForEnd(far))
  }

  @Test("what is dropped is closed at once, with the daemon alive")
  func dropped() throws {
    let bench = try DescriptorBench()
    let far = try Self.orphan(bench)
    defer { Descriptor.close([far]) }
    bench.table.drop(server)
    #expect(Self.waitForEnd(far))
  }

  @Test("nothing is held for longer than the patience where no daemon comes")
  func patience() throws {
    let bench = try DescriptorBench(patience: .milliseconds(50))
    let far = try Self.orphan(bench)
    defer { Descriptor.close([far]) }
    bench.endTable()
    #expect(Self.waitForEnd(far))
    #expect(bench.nextTable().recover(keeping: [server]) == [server])
  }

  @Test("a keeper that is killed is replaced, and the next daemon finds all with the new one")
  func replaced() throws {
    let bench = try DescriptorBench()
    let far = try Self.orphan(bench)
    defer { Descriptor.close([far]) }
    let first = try bench.keepers()
    #expect(first.count == 1)
    for keeper in first { kill(keeper, SIGKILL) }
    try bench.run(upTo: .seconds(10)) {
      let now = try bench.keepers()
      return !now.isEmpty && now != first
    }
    bench.endTable()
    #expect(Self.isOpen(far))
    #expect(bench.nextTable().recover(keeping: [server]) == [])
  }

  @Test("a keeper starts although `cgroup.kill` was written in its group before")
  func killedGroup() throws {
    let bench = try DescriptorBench()
    try bench.killGroup()
    let far = try Self.orphan(bench)
    defer { Descriptor.close([far]) }
    #expect(try bench.keepers().count == 1)
    bench.endTable()
    #expect(Self.isOpen(far))
    #expect(bench.nextTable().recover(keeping: [server]) == [])
  }

  @Test("what was handed over last counts, although the next daemon comes before it is read")
  func unread() throws {
    let bench = try DescriptorBench()
    var far = [try Self.orphan(bench)]
    defer { Descriptor.close(far) }
    let keepers = try bench.keepers()
    for keeper in keepers { kill(keeper, SIGSTOP) }
    for name in ["second", "third"] {
      let (near, end) = try DescriptorPair.sockets().take()
      far.append(end)
      try bench.keep(near, as: DescriptorName(app: messenger, name: name))
      Descriptor.close([near])
    }
    bench.endTable()
    let next = try DescriptorKeeper.connect(in: bench.place)
    for keeper in keepers { kill(keeper, SIGCONT) }
    let held = try next.all()
    Descriptor.close(held.compactMap(\.descriptor))
    #expect(held.count == 3)
  }

  @Test("a folder is found whatever the length of its path")
  func longPath() throws {
    let bench = try DescriptorBench(folderName: String(repeating: "long", count: 40))
    let far = try Self.orphan(bench)
    defer { Descriptor.close([far]) }
    bench.endTable()
    #expect(bench.nextTable().recover(keeping: [server]) == [])
  }
}

@Suite("The label of a held descriptor")
struct DescriptorLabelTests {
  @Test(
    "comes back as it was written, whatever apps call theirs",
    arguments: ["server", "two words\n", "ß\u{1F600}", ""]
  )
  func roundTrip(name: String) {
    let label = DescriptorLabel(DescriptorName(app: messenger, name: name), ofUser: 1000)
    #expect(DescriptorLabel(text: label.text) == label)
  }

  @Test(
    "is none where the text says something else",
    arguments: [
      "", "7", "7 com.example.a zz", "x com.example.a 61", "7 com.example.a 6",
      "7 com.example.a 61 61",
    ]
  )
  func nonsense(text: String) {
    #expect(DescriptorLabel(text: text) == nil)
  }
}
