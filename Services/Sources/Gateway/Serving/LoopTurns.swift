import NIOConcurrencyHelpers
import NIOCore

/// What the mailboxes have for the connections of one loop: carried out together, and then each connection is flushed
/// once.
///
/// A commit answers hundreds of pushes. One by one, each answer would wake the loop and be a call of the kernel of its
/// own, which costs more than everything else that is done for it.
///
/// Concurrency: `acts` is guarded by its lock; the rest belongs to the loop.
final class LoopTurn: @unchecked Sendable {
  private let loop: any EventLoop
  private let acts = NIOLockedValueBox<[@Sendable () -> Void]>([])
  private var isRunning = false
  private var unflushed: [ObjectIdentifier: any Channel] = [:]

  init(_ loop: any EventLoop) { self.loop = loop }

  /// Has the loop do something.
  ///
  /// Returns at once; may be called on any thread.
  func run(_ act: @escaping @Sendable () -> Void) {
    let isFirst = acts.withLockedValue {
      $0.append(act)
      return $0.count == 1
    }
    if isFirst { loop.execute { self.carryOut() } }
  }

  private func carryOut() {
    let acts = acts.withLockedValue { waiting in
      defer { waiting = [] }
      return waiting
    }
    isRunning = true
    for act in acts { act() }
    isRunning = false
    let channels = unflushed
    unflushed = [:]
    for channel in channels.values { channel.flush() }
  }

  /// Sends what was written to the channel: at the end of this turn, or now where there is none.
  ///
  /// Called on the loop.
  func flush(_ channel: any Channel) {
    guard isRunning else { return channel.flush() }
    unflushed[ObjectIdentifier(channel)] = channel
  }
}

/// The turns of all loops of a gateway.
struct LoopTurns: Sendable {
  private let turns: [ObjectIdentifier: LoopTurn]

  init(_ group: any EventLoopGroup) {
    turns = Dictionary(
      group.makeIterator().map { (ObjectIdentifier($0), LoopTurn($0)) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The turn of a loop; one of its own for a loop that is none of the gateway's.
  func turn(of loop: any EventLoop) -> LoopTurn {
    turns[ObjectIdentifier(loop)] ?? LoopTurn(loop)
  }
}
