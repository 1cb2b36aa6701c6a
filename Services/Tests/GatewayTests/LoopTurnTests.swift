import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import NIOPosix
import Testing

@testable import Gateway

@Suite("What a commit has for the connections of a loop", .timeLimit(.minutes(1)))
struct LoopTurnTests {
  /// Counts how often a connection is told to send what was written.
  private final class Flushes: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = ByteBuffer

    let count = NIOLockedValueBox(0)

    func flush(context: ChannelHandlerContext) {
      count.withLockedValue { $0 += 1 }
      context.flush()
    }
  }

  /// A connection that counts.
  private struct Connection {
    let channel: EmbeddedChannel
    let flushes = Flushes()

    init(_ loop: EmbeddedEventLoop) { channel = EmbeddedChannel(handler: flushes, loop: loop) }

    var count: Int { flushes.count.withLockedValue { $0 } }
  }

  private let loop = EmbeddedEventLoop()

  @Test("is done in its order in one turn, and each connection is flushed once, at the end")
  func oneTurn() {
    let turn = LoopTurn(loop)
    let (first, second) = (Connection(loop), Connection(loop))
    let (firstChannel, secondChannel) = (first.channel, second.channel)
    let order = NIOLockedValueBox<[Int]>([])
    let early = NIOLockedValueBox(0)
    let flushes = [first.flushes, second.flushes]
    for number in 0..<100 {
      turn.run {
        order.withLockedValue { $0.append(number) }
        turn.flush(number % 2 == 0 ? firstChannel : secondChannel)
        let count = flushes.reduce(0) { $0 + $1.count.withLockedValue { $0 } }
        early.withLockedValue { $0 += count }
      }
    }
    #expect(order.withLockedValue { $0 } == [])
    loop.run()
    #expect(order.withLockedValue { $0 } == Array(0..<100))
    #expect(early.withLockedValue { $0 } == 0)
    #expect([first.count, second.count] == [1, 1])
    // Nothing is left over for the next turn.
    turn.run {}
    loop.run()
    #expect([first.count, second.count] == [1, 1])
  }

  @Test("that is written outside of a turn is sent at once")
  func outside() {
    let turn = LoopTurn(loop)
    let connection = Connection(loop)
    turn.flush(connection.channel)
    turn.flush(connection.channel)
    #expect(connection.count == 2)
  }

  @Test("that comes while a turn is under way is done in the next one")
  func during() {
    let turn = LoopTurn(loop)
    let connection = Connection(loop)
    let (channel, flushes) = (connection.channel, connection.flushes)
    let seen = NIOLockedValueBox<[Int]>([])
    turn.run {
      turn.flush(channel)
      turn.run {
        seen.withLockedValue { $0.append(flushes.count.withLockedValue { $0 }) }
        turn.flush(channel)
      }
    }
    loop.run()
    #expect(seen.withLockedValue { $0 } == [1])
    #expect(connection.count == 2)
  }

  @Test("is done whole, and in the order of each thread that hands it over")
  func threads() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let turn = LoopTurns(group).turn(of: loop)
    let (threadCount, actCount) = (4, 5000)
    let done = loop.makePromise(of: Void.self)
    let seen = NIOLockedValueBox<[[Int]]>(Array(repeating: [], count: threadCount))
    let pool = NIOThreadPool(numberOfThreads: threadCount)
    pool.start()
    for thread in 0..<threadCount {
      pool.submit { _ in
        for act in 0..<actCount {
          turn.run {
            let isLast = seen.withLockedValue { seen in
              seen[thread].append(act)
              return seen.reduce(0) { $0 + $1.count } == threadCount * actCount
            }
            if isLast { done.succeed() }
          }
        }
      }
    }
    try await done.futureResult.get()
    #expect(
      seen.withLockedValue { $0 } == Array(repeating: Array(0..<actCount), count: threadCount)
    )
    try await pool.shutdownGracefully()
    try await group.shutdownGracefully()
  }

  @Test("has one turn for a loop, and one of its own for a foreign loop")
  func turns() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
    let turns = LoopTurns(group)
    let loops = Array(group.makeIterator())
    #expect(turns.turn(of: loops[0]) === turns.turn(of: loops[0]))
    #expect(turns.turn(of: loops[0]) !== turns.turn(of: loops[1]))
    #expect(turns.turn(of: loop) !== turns.turn(of: loops[0]))
    try await group.shutdownGracefully()
  }
}
