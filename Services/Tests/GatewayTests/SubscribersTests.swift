import Dispatch
import Foundation
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Testing

@testable import Gateway

@Suite("The devices of a broadcast channel", .timeLimit(.minutes(1)))
struct SubscribersTests {
  @Test("are handed a push while others subscribe: their list is not locked meanwhile")
  func unlocked() async throws {
    let test = try await TestGateway.start()
    let (subscribers, channel) = (Subscribers(), ChannelID.make())
    let desk = LinkDesk(
      test.gateway.mailboxes,
      Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      LinkLimits(),
      nil,
      LoopTurns(MultiThreadedEventLoopGroup.singleton)
    )
    let loop = AskingLoop { subscribers.channels == [channel] }
    for number in 0..<3 as Range<LinkPort.ID> {
      let mailbox = Mailbox(ofKey: [UInt8(number)])
      let port = LinkPort(number, mailbox, LinkHandler(desk), LoopTurn(loop), on: loop)
      #expect(subscribers.add(port, to: channel))
      #expect(!subscribers.add(port, to: channel))
    }
    let push = Push(
      id: UniqueID.make(),
      topic: TestGateway.app,
      environment: .production,
      type: .liveactivity,
      priority: 10,
      expirationSeconds: nil,
      collapseID: nil,
      payload: TestGateway.alert,
      isSilent: false
    )
    let message = BroadcastChannel.Message(push: push, acceptedMilliseconds: 0)
    #expect(subscribers.send(message, by: channel) { _ in } == 3)
    #expect(loop.answers == [true, true, true])
    await test.stop()
  }
}

/// A loop that carries nothing out, and asks something on another thread whenever it is given something.
private final class AskingLoop: EventLoop, Sendable {
  private let question: @Sendable () -> Bool
  private let given = NIOLockedValueBox<[Bool]>([])

  init(_ question: @escaping @Sendable () -> Bool) { self.question = question }

  /// What was answered; `false` also where nothing was, for 5 s.
  var answers: [Bool] { given.withLockedValue { $0 } }

  var inEventLoop: Bool { true }

  func execute(_ task: @escaping @Sendable () -> Void) {
    let answer = NIOLockedValueBox(false)
    let isAnswered = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [question] in
      let value = question()
      answer.withLockedValue { $0 = value }
      isAnswered.signal()
    }
    _ = isAnswered.wait(timeout: .now() + 5)
    given.withLockedValue { [value = answer.withLockedValue { $0 }] in $0.append(value) }
  }

  func scheduleTask<Value>(
    deadline: NIODeadline,
    _ task: @escaping @Sendable () throws -> Value
  ) -> Scheduled<Value> { fatalError("nothing is scheduled on it") }

  func scheduleTask<Value>(
    in: TimeAmount,
    _ task: @escaping @Sendable () throws -> Value
  ) -> Scheduled<Value> { fatalError("nothing is scheduled on it") }

  func shutdownGracefully(
    queue: DispatchQueue,
    _ callback: @escaping @Sendable ((any Error)?) -> Void
  ) {
    queue.async { callback(nil) }
  }

  func preconditionInEventLoop(file: StaticString, line: UInt) {}
}
