import Glibc
import Testing
import TorporTestSupport

@testable import TorporPosix

@Suite("What a service manager says in the environment")
struct ServiceEnvironmentTests {
  private func said(_ variables: [String: String]) -> ServiceEnvironment {
    ServiceEnvironment(processID: 42) { variables[$0] }
  }

  @Test("is nothing without the variables")
  func nothing() {
    let environment = said([:])
    #expect(environment.notifySocket == nil && environment.watchdogLimit == nil)
    #expect(environment.socketCount == 0 && environment.journalStream == nil)
  }

  @Test(
    "is where notices go, how long it may be silent, how many sockets it has, and where its errors go"
  )
  func all() {
    let environment = said([
      "NOTIFY_SOCKET": "@/org/freedesktop/systemd1/notify", "WATCHDOG_PID": "42",
      "WATCHDOG_USEC": "180000000", "LISTEN_PID": "42", "LISTEN_FDS": "1",
      "JOURNAL_STREAM": "8:1234",
    ])
    #expect(environment.notifySocket == "@/org/freedesktop/systemd1/notify")
    #expect(environment.watchdogLimit == .seconds(180))
    #expect(environment.socketCount == 1)
    #expect(environment.journalStream == "8:1234")
  }

  @Test(
    "is not for a process of another number, nor what makes no sense",
    arguments: [
      ["LISTEN_PID": "41", "LISTEN_FDS": "1", "WATCHDOG_PID": "41", "WATCHDOG_USEC": "1000"],
      ["LISTEN_FDS": "1"], ["LISTEN_PID": "42", "LISTEN_FDS": "-1"],
      ["LISTEN_PID": "42", "LISTEN_FDS": "one"], ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "soon"],
      ["NOTIFY_SOCKET": "vsock:2:1234"], ["NOTIFY_SOCKET": ""],
    ]
  )
  func others(variables: [String: String]) {
    let environment = said(variables)
    #expect(environment.notifySocket == nil && environment.watchdogLimit == nil)
    #expect(environment.socketCount == 0)
  }

  @Test("holds without a number for the watchdog, as sd_watchdog_enabled(3) says")
  func watchdogOfAnybody() {
    #expect(said(["WATCHDOG_USEC": "2000"]).watchdogLimit == .milliseconds(2))
  }
}

@Suite("The journal of systemd")
struct JournalStreamTests {
  @Test("is used where standard error is the stream that the variable names, and nowhere else")
  func named() throws {
    let ends = try DescriptorPair.sockets()
    var facts = stat()
    fstat(ends.first.rawValue, &facts)
    let name = "\(facts.st_dev):\(facts.st_ino)"
    #expect(
      JournalStream(named: name, descriptor: ends.first.rawValue)?.path == JournalStream.defaultPath
    )
    #expect(JournalStream(named: name, descriptor: ends.second.rawValue) == nil)
    #expect(JournalStream(named: nil, descriptor: ends.first.rawValue) == nil)
    #expect(JournalStream(named: "1:1", descriptor: ends.first.rawValue) == nil)
  }

  @Test("takes a line for each field, and the length of a value that has lines itself")
  func native() {
    let bytes = JournalStream.bytes(of: [
      ("MESSAGE", "ready"), ("torpor_state-folder", "/var/lib/torpor"), ("_PID", "1"),
      ("TEXT", "a\nb"),
    ])
    let text = "MESSAGE=ready\nTORPOR_STATE_FOLDER=/var/lib/torpor\nPID=1\nTEXT\n"
    #expect(bytes == Array(text.utf8) + [3, 0, 0, 0, 0, 0, 0, 0] + Array("a\nb\n".utf8))
  }

  @Test("gets an entry as one datagram; without a journal the caller is told")
  func sends() throws {
    let receiver = try DatagramReceiver()
    var facts = stat()
    fstat(receiver.number, &facts)
    let journal = JournalStream(
      named: "\(facts.st_dev):\(facts.st_ino)",
      descriptor: receiver.number,
      path: receiver.path
    )
    let stream = try #require(journal)
    #expect(stream.send([("MESSAGE", "one"), ("PRIORITY", "4")]))
    #expect(receiver.next() == "MESSAGE=one\nPRIORITY=4\n")
    receiver.remove()
    #expect(!stream.send([("MESSAGE", "two")]))
  }
}

@Suite("A datagram")
struct DatagramTests {
  @Test("reaches a path and an abstract name")
  func reaches() throws {
    for isAbstract in [false, true] {
      let receiver = try DatagramReceiver(isAbstract: isAbstract)
      try UnixSocket.sendDatagram(Array("READY=1".utf8), to: receiver.path)
      #expect(receiver.next() == "READY=1")
    }
  }

  @Test("does not wait for a reader that is behind, unless it is told to")
  func behind() throws {
    let receiver = try DatagramReceiver()
    let error = #expect(throws: SystemError.self) {
      // The kernel queues some (`net.unix.max_dgram_qlen`), and then no more.
      while true { try UnixSocket.sendDatagram([1], to: receiver.path) }
    }
    #expect(error?.code == EAGAIN)
    let later = #expect(throws: SystemError.self) {
      try UnixSocket.sendDatagram([1], to: receiver.path, patience: .milliseconds(1))
    }
    #expect(later?.code == EAGAIN)
  }

  @Test("to nobody is an error that names the path")
  func nobody() {
    let error = #expect(throws: SystemError.self) {
      try UnixSocket.sendDatagram([1], to: "/nonexistent/socket")
    }
    #expect(
      error?.description == "cannot send to /nonexistent/socket: No such file or directory (ENOENT)"
    )
  }
}
