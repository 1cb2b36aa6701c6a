import NIOConcurrencyHelpers
import NIOCore

/// The open connections of one port.
///
/// Concurrency: the list is guarded by its lock; connections open and close on every event loop.
final class Connections: Sendable {
  private let state = NIOLockedValueBox(State())
  private let most: Int

  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    var whenEmpty: [EventLoopPromise<Void>] = []
  }

  init(most: Int) { self.most = most }

  /// Adds a connection, and removes it when it has closed; returns whether there is space for it.
  func admit(_ channel: any Channel) -> Bool {
    let isAdmitted = state.withLockedValue { state in
      guard state.channels.count < most else { return false }
      state.channels[ObjectIdentifier(channel)] = channel
      return true
    }
    guard isAdmitted else { return false }
    channel.closeFuture.whenComplete { _ in self.forget(channel) }
    return true
  }

  private func forget(_ channel: any Channel) {
    let promises: [EventLoopPromise<Void>] = state.withLockedValue { state in
      state.channels[ObjectIdentifier(channel)] = nil
      guard state.channels.isEmpty else { return [] }
      defer { state.whenEmpty = [] }
      return state.whenEmpty
    }
    for promise in promises { promise.succeed() }
  }

  /// Sends an event to each connection.
  func tell(_ event: any Sendable) {
    for channel in all { channel.pipeline.fireUserInboundEventTriggered(event) }
  }

  /// Waits until all have closed, and closes the remaining ones after a time.
  func close(after patience: TimeAmount, on loop: any EventLoop) async {
    let promise = loop.makePromise(of: Void.self)
    let isEmpty = state.withLockedValue { state in
      if !state.channels.isEmpty { state.whenEmpty.append(promise) }
      return state.channels.isEmpty
    }
    if isEmpty { promise.succeed() }
    let timer = loop.scheduleTask(in: patience) {
      for channel in self.all { channel.close(promise: nil) }
    }
    try? await promise.futureResult.get()
    timer.cancel()
  }

  private var all: [any Channel] { state.withLockedValue { Array($0.channels.values) } }
}
