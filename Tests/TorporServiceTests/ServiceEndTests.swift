import Testing
import TorporCore
import TorporLinux
import TorporPosix
import TorporTestSupport

@testable import torpord

@Suite("The end of the daemon")
struct ServiceEndTests {
  private func told(_ sink: EventRecorder) -> [String] {
    sink.events.map { event in
      switch event {
      case .stopRequested: "stop"
      case .input(.device(.machineStops)): "the machine stops"
      default: "something else"
      }
    }
  }

  private func end(
    isAnnounced: Bool
  ) throws -> (end: ServiceEnd, sink: EventRecorder, loop: EventLoop) {
    let (loop, sink) = (try EventLoop(), EventRecorder())
    // No service manager is found there.
    let machine = MachineStop(userID: 0, runFolder: "/nonexistent")
    let end = ServiceEnd(on: loop, mailbox: sink, machine: machine)
    end.isAnnounced = { isAnnounced }
    return (end, sink, loop)
  }

  @Test("comes at once, and leaves apps as they are")
  func alone() throws {
    let (end, sink, _) = try end(isAnnounced: false)
    end.begin()
    end.turnEnded(governsProcesses: true)
    #expect(told(sink) == ["stop"])
    #expect(!end.isOfMachine)
  }

  @Test("waits for the apps where the machine stops, and no longer than they run")
  func withMachine() throws {
    let (end, sink, _) = try end(isAnnounced: true)
    var words = 0
    end.begins = { words += 1 }
    end.begin()
    end.turnEnded(governsProcesses: true)
    #expect(told(sink) == ["the machine stops"])
    end.turnEnded(governsProcesses: false)
    end.turnEnded(governsProcesses: false)
    #expect(told(sink) == ["the machine stops", "stop"])
    #expect(words == 1)
    #expect(end.isOfMachine)
  }

  @Test("is announced before anything else is done for it")
  func announced() throws {
    let (end, sink, _) = try end(isAnnounced: false)
    var before: [String]?
    end.isAsked = { before = told(sink) }
    end.begin()
    #expect(before == [])
  }

  @Test("comes at once for whoever asks a second time")
  func twice() throws {
    let (end, sink, _) = try end(isAnnounced: true)
    end.begin()
    end.begin()
    #expect(told(sink) == ["the machine stops", "stop"])
  }
}
