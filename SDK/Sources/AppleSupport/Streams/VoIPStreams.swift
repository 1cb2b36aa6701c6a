internal import Foundation
internal import Synchronization
internal import Torpor

/// The streams with the service type `voIP`: the system watches their sockets while the app is suspended.
final class VoIPStreams: DescriptorDelegate {
  nonisolated static let shared = VoIPStreams()

  private struct Entry {
    weak var socket: StreamSocket?
  }

  private let entries = Mutex<[String: Entry]>([:])
  /// The last request to the system; the next one waits for it.
  private let request = Mutex<Task<Void, Never>?>(nil)

  private nonisolated init() {}

  /// Has the system watch a descriptor, then releases the object that keeps it open: the system has a duplicate.
  nonisolated func add(
    _ socket: StreamSocket,
    _ name: String,
    _ descriptor: Int32,
    _ letGo: @escaping @Sendable () -> Void
  ) {
    entries.withLock { $0[name] = Entry(socket: socket) }
    inTurn { [self] in
      await AppleSystem.attempt { application async throws(TorporError) in
        application.descriptorDelegate = self
        try await application.watchDescriptor(descriptor, name: name, purpose: .voIP)
      }
      letGo()
    }
  }

  /// Stops watching a closed stream, so that its other end notices.
  nonisolated func remove(_ name: String) {
    let had = entries.withLock { $0.removeValue(forKey: name) != nil }
    guard had else { return }
    inTurn {
      // If the system refused it, or lost it, it is not watching anything.
      guard let application = try? AppleSystem.application() else { return }
      try? await application.unwatchDescriptor(named: name)
    }
  }

  /// Ends all watches at the end of the app's process, because they must not affect the next one.
  nonisolated func forget() {
    entries.withLock { $0 = [:] }
    request.withLock { $0 = nil }
  }

  private nonisolated func inTurn(_ work: @escaping @Sendable () async -> Void) {
    request.withLock { request in
      let before = request
      request = Task {
        await before?.value
        await work()
      }
    }
  }

  // MARK: Events from the system

  func application(
    _ application: Application,
    descriptorDidBecomeReadable name: String,
    isHungUp: Bool
  ) async {
    entries.withLock { $0[name]?.socket }?.tellBytes()
  }
}

extension AppleSystem {
  /// Ends all watches at the end of the app's process, because its streams must not affect the next one.
  package static func forgetStreams() { VoIPStreams.shared.forget() }
}
