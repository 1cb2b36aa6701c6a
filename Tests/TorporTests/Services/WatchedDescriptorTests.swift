import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import Torpor

@MainActor
@Suite("Descriptors that an application has watched", .timeLimit(.minutes(1)))
struct WatchedDescriptorTests {
  @Test("are sent beside the request, between requests of other threads")
  func watch() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let (ours, theirs) = try DescriptorPair.sockets().take()
    defer { Descriptor.close([ours, theirs]) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask { try await application.watchDescriptor(ours, name: "s\(number)") }
        group.addTask { try await application.userNotificationCenter.setBadgeCount(number) }
      }
      try await group.waitForAll()
    }
    let identity = try DescriptorFacts(of: ours)
    let handed = system.calls.filter { !$0.descriptors.isEmpty }
    #expect(handed.count == 20)
    for call in handed {
      let number = try #require(call.descriptors.first)
      #expect(try DescriptorFacts(of: number) == identity)
    }
    Descriptor.close(handed.flatMap(\.descriptors))
    #expect(system.faults == [])
    application.stop()
  }

  @Test("are sent once more when the answer was lost with the connection")
  func handOverAgain() async throws {
    let system = try FakeSystem { connection, number in
      try connection.acceptAttach()
      // The first connection is closed with the request unanswered.
      if number == 1 {
        _ = try connection.serve { request in
          if case .service(.descriptor(.watch)) = request { true } else { false }
        }
        return
      }
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let (ours, theirs) = try DescriptorPair.sockets().take()
    try await application.watchDescriptor(ours, name: "server", purpose: .voIP)
    #expect(system.calls.filter { $0.descriptors.count == 1 }.count == 2)
    Descriptor.close(system.calls.flatMap(\.descriptors) + [ours, theirs])
    application.stop()
  }

  @Test("are reclaimed, each by its name, between answers of other kinds")
  func reclaim() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    var pairs: [(first: Int32, second: Int32)] = []
    for number in 0..<8 {
      let pair = try DescriptorPair.sockets().take()
      pairs.append(pair)
      try await application.watchDescriptor(pair.first, name: "s\(number)")
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, pair) in pairs.enumerated() {
        group.addTask {
          let descriptor = try await application.reclaimDescriptor(named: "s\(number)")
          #expect(try DescriptorFacts(of: descriptor) == DescriptorFacts(of: pair.first))
          Descriptor.close([descriptor])
        }
        group.addTask { try await application.userNotificationCenter.setBadgeCount(number) }
        group.addTask { try await application.unwatchDescriptor(named: "s\(7 - number)") }
      }
      try await group.waitForAll()
    }
    Descriptor.close(system.calls.flatMap(\.descriptors) + pairs.flatMap { [$0.first, $0.second] })
    #expect(system.faults == [])
    application.stop()
  }

  @Test("are reported where the answer with one was lost, and none of another answer is taken")
  func reclaimLost() async throws {
    let system = try FakeSystem { connection, number in
      try connection.acceptAttach()
      while let call = try connection.next() {
        guard case .app(let app) = call.method,
          case .service(.descriptor(.unwatch(let name))) = app.request
        else {
          try connection.answer(call, .done)
          continue
        }
        // The first connection ends with the request unanswered: it was done, and the copy is refused.
        if number == 1 { return }
        try connection.answer(call, .refused(.service(.descriptor(.unknown(name: name)))))
      }
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let (ours, theirs) = try DescriptorPair.sockets().take()
    try await application.watchDescriptor(ours, name: "server")
    do throws(TorporError) {
      _ = try await application.reclaimDescriptor(named: "server")
      Issue.record("a descriptor came")
    } catch {
      #expect(error.code == .unknownDescriptor)
    }
    Descriptor.close(system.calls.flatMap(\.descriptors) + [ours, theirs])
    application.stop()
  }
}
