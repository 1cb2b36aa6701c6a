import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import torpor_session

@Suite("What counts as focused")
struct FocusTests {
  @Test("lets go of a lost focus after half a second, and takes on a new one at once")
  func debounce() {
    var debounce = FocusDebounce()
    let ms: Int64 = 1_000_000
    debounce.look([1], atNanoseconds: 0)
    debounce.look([2], atNanoseconds: 100 * ms)
    #expect(debounce.focused == [1, 2])
    #expect(debounce.nextNanoseconds == 600 * ms)
    debounce.expire(atNanoseconds: 599 * ms)
    #expect(debounce.focused == [1, 2])
    debounce.expire(atNanoseconds: 600 * ms)
    #expect(debounce.focused == [2])
    #expect(debounce.nextNanoseconds == nil)
  }

  @Test("keeps a process whose focus has come back")
  func comesBack() {
    var debounce = FocusDebounce()
    debounce.look([1], atNanoseconds: 0)
    debounce.look([], atNanoseconds: 10)
    debounce.look([1], atNanoseconds: 20)
    debounce.expire(atNanoseconds: .max)
    #expect(debounce.focused == [1])
  }

  @Test(
    "the programs in a terminal, but not those of the terminal from which a program was started"
  )
  func terminals() {
    let (none, first, second) = (Int32(0), Int32(34816), Int32(34817))
    let table = ProcessTable([
      .init(processID: 1, parentID: 0, terminal: none),
      // A terminal, its shell, an editor in it, and a build that has lost its parent.
      .init(processID: 10, parentID: 1, terminal: none),
      .init(processID: 11, parentID: 10, terminal: first),
      .init(processID: 12, parentID: 11, terminal: first),
      .init(processID: 13, parentID: 1, terminal: first),
      // A browser that was started from that shell, and its helper.
      .init(processID: 20, parentID: 11, terminal: first),
      .init(processID: 21, parentID: 20, terminal: first),
      // Another terminal, started from the first.
      .init(processID: 30, parentID: 11, terminal: first),
      .init(processID: 31, parentID: 30, terminal: second),
    ])
    #expect(table.withTerminalPrograms(of: [20]) == [20])
    #expect(table.withTerminalPrograms(of: [30]) == [30, 31])
    #expect(table.withTerminalPrograms(of: [10]) == [10, 11, 12, 13, 20, 21, 30, 31])
    #expect(table.withTerminalPrograms(of: [99]) == [99])
  }

  @Test(
    "the programs behind a further terminal whose other end one of them holds, and not those of another window"
  )
  func nestedTerminals() {
    let (none, outer, inner, other) = (Int32(0), Int32(34816), Int32(34817), Int32(34818))
    let rows: [ProcessTable.Row] = [
      // A terminal that is its own child's parent no more, a shell, and `torpor run` in it.
      .init(processID: 10, parentID: 1, terminal: none),
      .init(processID: 11, parentID: 1, terminal: outer),
      .init(processID: 12, parentID: 11, terminal: outer),
      // What that runs is the daemon's child.
      .init(processID: 20, parentID: 2, terminal: inner),
      // Another terminal, started from the first.
      .init(processID: 30, parentID: 11, terminal: outer),
      .init(processID: 31, parentID: 30, terminal: other),
    ]
    let held: [Int32: [Int32]] = [10: [outer], 12: [inner], 30: [other]]
    let table = ProcessTable(rows) { held[$0] ?? [] }
    #expect(table.programs(inTerminalsOf: 10, besides: []) == [11, 12, 20, 30, 31])
    #expect(table.programs(inTerminalsOf: 10, besides: [30]) == [11, 12, 20, 30])
    #expect(table.programs(inTerminalsOf: 30, besides: [10]) == [31])
    #expect(table.programs(inTerminalsOf: 99, besides: []) == [])
  }

  @Test("the terminal whose other end a descriptor is, by the kernel's word")
  func heldTerminals() throws {
    #expect(HeldTerminals.index(in: "pos:\t0\nmnt_id:\t24\ntty-index:\t300\n") == 300)
    #expect(HeldTerminals.index(in: "pos:\t0\n") == nil)
    #expect(HeldTerminals.device(1) == 34817)
    #expect(HeldTerminals.device(300) == 34816 + 44 + (1 << 20))
    let other = try PseudoTerminal()
    defer { withExtendedLifetime(other) {} }
    var facts = Glibc.stat()
    try #require(fstat(try #require(other.givenNumbers).terminal, &facts) == 0)
    #expect(HeldTerminals.of(getpid()).contains(Int32(truncatingIfNeeded: facts.st_rdev)))
  }

  @Test("a line of /proc/PID/stat whose name has spaces and parentheses")
  func stat() {
    let row = ProcessTable.Row(parsing: "42 (a b) c)) S 7 42 42 34816 42 4194560 1 2")
    #expect(row == .init(processID: 42, parentID: 7, terminal: 34816))
    #expect(ProcessTable.Row(parsing: "42 (a b") == nil)
    #expect(ProcessTable.Row(parsing: "") == nil)
  }
}

@Suite("Sway's messages")
struct SwayMessageTests {
  @Test("are a magic word, a length, a kind and a payload, however the stream is cut")
  func framing() throws {
    let bytes = SwayMessage.bytes(.getTree) + SwayMessage.bytes(.subscribe, "[]")
    var framer = SwayFramer()
    var messages: [SwayMessage] = []
    for byte in bytes {
      framer.append([byte])
      while let message = try framer.next() { messages.append(message) }
    }
    #expect(
      messages == [
        SwayMessage(kind: 4, payload: []), SwayMessage(kind: 2, payload: Array("[]".utf8)),
      ]
    )
  }

  @Test("end the connection when they are none, or longer than 8 MiB")
  func faults() {
    var framer = SwayFramer()
    framer.append(Array("HTTP/1".utf8))
    #expect(throws: SwayFramer.Fault.self) { try framer.next() }
    framer = SwayFramer()
    framer.append(SwayMessage.magic + [1, 0, 0x80, 0, 0, 0, 0, 0])
    #expect(throws: SwayFramer.Fault.self) { try framer.next() }
  }

  @Test(
    "tell the focused process, or that the tree must be asked",
    arguments: [
      (#"{"change":"focus","container":{"pid":7}}"#, true, SwayTree.Answer.focused(7)),
      (#"{"change":"focus","container":{}}"#, true, .askTree),
      (#"{"change":"title","container":{"pid":7}}"#, true, .nothing),
      (#"{"change":"close","container":{"pid":7}}"#, true, .askTree),
      (#"{"change":"focus","current":{"nodes":[]}}"#, false, .askTree),
      (#"{"change":"rename"}"#, false, .nothing),
    ]
  )
  func events(text: String, isWindow: Bool, answer: SwayTree.Answer) throws {
    #expect(SwayTree.answer(to: try JSON(parsing: Array(text.utf8)), isWindow: isWindow) == answer)
  }

  @Test("find the focused window in the tree, floating ones too, and none on an empty workspace")
  func tree() throws {
    func focused(_ text: String) throws -> Int32? {
      SwayTree.focusedProcess(in: try JSON(parsing: Array(text.utf8)))
    }
    let other = #"{"focused":false,"pid":1,"nodes":[]}"#
    #expect(
      try focused(#"{"nodes":[\#(other)],"floating_nodes":[{"focused":true,"pid":2}]}"#) == 2
    )
    #expect(try focused(#"{"nodes":[{"focused":true,"type":"workspace","nodes":[]}]}"#) == nil)
  }
}
