import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import Torpor

@Suite("A program's connection", .timeLimit(.minutes(1)))
struct ControlConnectionTests {
  private static let launch = LaunchIdentifier(rawValue: 7)
  private static let app = AppIdentifier("com.example.mail")

  @Test("calls methods one after the other")
  func calls() throws {
    let app = try #require(Self.app)
    let system = try FakeSystem { connection, _ in
      while let call = try connection.next() {
        switch call.method {
        case .control(.launch):
          try connection.answer(call, .launched(app: app, launch: Self.launch))
        case .control(.quit(let name)):
          try connection.refuse(call, .refused(.unknownApp(name: name, similar: [app])))
        default: try connection.answer(call, ControlResult.done)
        }
      }
    }
    defer { system.stop() }
    let connection = try ControlConnection(to: system.endpoint)
    #expect(
      try connection.call(.launch(app: "mail")) == .launched(app: app, launch: Self.launch)
    )
    #expect(throws: WireError.refused(.unknownApp(name: "mial", similar: [app]))) {
      try connection.call(.quit(app: "mial"))
    }
    #expect(try connection.call(.lock) == .done)
    #expect(system.methods == [.launch(app: "mail"), .quit(app: "mial"), .lock])
  }

  @Test("passes descriptors beside a call")
  func descriptors() throws {
    let app = try #require(Self.app)
    let system = try FakeSystem { connection, _ in
      guard let call = try connection.next() else { return }
      var byte = UInt8(ascii: "y")
      _ = write(call.descriptors[1], &byte, 1)
      Descriptor.close(call.descriptors)
      try connection.answer(call, .launched(app: app, launch: Self.launch))
    }
    defer { system.stop() }
    let pipe = try DescriptorPair.pipe().take()
    defer { Descriptor.close([pipe.first, pipe.second]) }
    let run = RunRequest(
      executable: "/bin/true",
      arguments: ["true"],
      environment: [],
      workingDirectory: "/"
    )
    let connection = try ControlConnection(to: system.endpoint)
    _ = try connection.call(.run(run), descriptors: [pipe.first, pipe.second, pipe.second])
    var byte: UInt8 = 0
    #expect(read(pipe.first, &byte, 1) == 1)
    #expect(byte == UInt8(ascii: "y"))
  }

  @Test("takes several replies until the last, or until it has enough")
  func streams() throws {
    let system = try FakeSystem { connection, _ in
      guard let call = try connection.next() else { return }
      try connection.answer(call, .decisions([]), continues: true)
      try connection.answer(call, .decisions([]), continues: true)
      try connection.answer(call, .decisions([]))
    }
    defer { system.stop() }
    var count = 0
    try ControlConnection(to: system.endpoint).stream(.log(LogQuery())) { _ in
      count += 1
      return .goOn
    }
    #expect(count == 3)
    try ControlConnection(to: system.endpoint).stream(.log(LogQuery())) { _ in
      count += 1
      return .stop
    }
    #expect(count == 4)
  }

  @Test("says so when the daemon ends before it answers, or is not there")
  func lost() throws {
    let system = try FakeSystem { connection, _ in _ = try connection.next() }
    defer { system.stop() }
    let connection = try ControlConnection(to: system.endpoint)
    let error = #expect(throws: TorporError.self) { try connection.call(.list) }
    #expect(error?.code == .systemUnavailable)
    #expect(error?.errno == ECONNRESET)
    let nobody = #expect(throws: TorporError.self) {
      try ControlConnection(to: Endpoint(path: "/nonexistent"))
    }
    #expect(nobody?.errno == ENOENT)
  }
}
