import NIOConcurrencyHelpers
import NIOCore

/// The mailboxes' work for the connections of one event loop: it is carried out together, and then each connection is
/// flushed once.
///
/// A commit answers hundreds of pushes. Individually, each answer would wake the event loop and make a separate system
/// call, which costs more than everything else that is done for it.
///
/// Concurrency: `acts` is guarded by its lock; the rest is used on the event loop.
final class LoopTurn: @unchecked Sendable {
  private let loop: any EventLoop
  private let acts = NIOLockedValueBox<[@Sendable () -> Void]>([])
  private var isRunning = false
  private var unflushed: [ObjectIdentifier: any Channel] = [:]

  init(_ loop: any EventLoop) { self.loop = loop }

  /// Runs a closure on the event loop.
  ///
  /// Returns at once; can be called on any thread.
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

  /// Sends the data written to the channel: at the end of this turn, or now if there is none.
  ///
  /// Called on the event loop.
  func flush(_ channel: any Channel) {
    guard isRunning else { return channel.flush() }
    unflushed[ObjectIdentifier(channel)] = channel
  }
}

/// The turns of all event loops of a gateway.
struct LoopTurns: Sendable {
  private let turns: [ObjectIdentifier: LoopTurn]

  init(_ group: any EventLoopGroup) {
    turns = Dictionary(
      group.makeIterator().map { (ObjectIdentifier($0), LoopTurn($0)) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Returns the turn of an event loop; a new one for an event loop that is not one of the gateway's.
  func turn(of loop: any EventLoop) -> LoopTurn {
    turns[ObjectIdentifier(loop)] ?? LoopTurn(loop)
  }
}
