internal import Synchronization
internal import TorporAppModel
internal import TorporAppWire

/// The user's decisions about permissions, as they arrive, for the calls that wait for one.
///
/// They bypass the queue of callbacks: a delegate may wait for an answer within a callback, and the callback with the
/// answer would be queued behind it.
final class Decisions: Sendable {
  private struct State {
    var waiting: [UInt64: (Permission, AsyncStream<PermissionStatus>.Continuation)] = [:]
    var last: UInt64 = 0
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// Returns the decisions about a permission from now on; the stream ends with the connection.
  func stream(of permission: Permission) -> AsyncStream<PermissionStatus> {
    let (stream, continuation) = AsyncStream.makeStream(of: PermissionStatus.self)
    let number: UInt64? = state.withLock { state in
      guard !state.hasEnded else { return nil }
      state.last += 1
      state.waiting[state.last] = (permission, continuation)
      return state.last
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.waiting.removeValue(forKey: number) }
    }
    return stream
  }

  /// Records a decision of the user.
  func note(_ permission: Permission, _ status: PermissionStatus) {
    let told = state.withLock { $0.waiting.values.filter { $0.0 == permission }.map(\.1) }
    for continuation in told { continuation.yield(status) }
  }

  /// Ends all streams; no decision follows.
  func finish() {
    let told = state.withLock { state in
      state.hasEnded = true
      return state.waiting.values.map(\.1)
    }
    for continuation in told { continuation.finish() }
  }
}

extension Application {
  /// Asks the user and, if the user is asked, waits for the answer.
  func requestAuthorization(
    _ permission: Permission,
    isProvisional: Bool = false
  ) async throws(TorporError) -> PermissionStatus {
    let decided = decisions.stream(of: permission)
    let reply = try await call(
      App.RequestAuthorization(use: permission, isProvisional: isProvisional),
      subject: "the permission"
    )
    guard reply.isAsked else { return reply.status }
    for await status in decided { return status }
    return reply.status
  }

  /// Returns the user's decision without asking.
  func authorizationStatus(
    of permission: Permission
  ) async throws(TorporError) -> PermissionStatus {
    try await call(App.AuthorizationStatus(use: permission), subject: "the permission")
      .status
  }
}
