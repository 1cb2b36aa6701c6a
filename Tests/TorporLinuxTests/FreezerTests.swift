import Glibc
import Testing
import TorporCore
import TorporPosix

@testable import TorporLinux

extension LinuxTests {
  @Suite("A frozen group", .enabled(if: Machine.isAvailable))
  struct FreezerTests {
    @Test("is reported when somebody else lets it run, and not when its own process dies frozen")
    func thawedFromOutside() throws {
      let machine = try Machine()
      let launch = try machine.start(machine.shell("sleep 1000 & sleep 1000 & wait"))
      let group = try machine.group(of: launch)
      machine.advance(upTo: .seconds(5)) { group.processIDs().count == 3 }
      machine.processes.freeze(launch)
      machine.advance(upTo: .seconds(5)) { machine.events(of: launch).last == .frozen }
      // The kernel tells of the freeze up to 10 ms later, and of what is killed.
      kill(try #require(group.processIDs().last), SIGKILL)
      machine.advance(upTo: .seconds(5)) { group.processIDs().count == 2 }
      machine.advance(upTo: .milliseconds(50)) { false }
      #expect(machine.events(of: launch).last == .frozen)
      try group.setFreeze(false)
      machine.advance(upTo: .seconds(5)) { machine.events(of: launch).last != .frozen }
      #expect(machine.events(of: launch).last == .thawedFromOutside)
      // Of a thaw that was ordered nothing is reported.
      machine.processes.freeze(launch)
      machine.advance(upTo: .seconds(5)) { machine.events(of: launch).last == .frozen }
      machine.processes.thaw(launch)
      machine.advance(upTo: .milliseconds(50)) { false }
      #expect(machine.events(of: launch).last == .frozen)
    }
  }
}
