internal import Foundation
internal import Synchronization
internal import Torpor

/// The streams of the service type `voIP`: the system watches their sockets while the app is suspended.
final class VoIPStreams: DescriptorDelegate {
  nonisolated static let shared = VoIPStreams()

  private struct Entry {
    weak var socket: StreamSocket?
  }

  private let entries = Mutex<[String: Entry]>([:])
  /// What was asked of the system last; what follows waits for it.
  private let request = Mutex<Task<Void, Never>?>(nil)

  private nonisolated init() {}

  /// Has the system watch a descriptor, and lets go of what keeps it open then: the system has a duplicate.
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

  /// The stream is closed: its other end is to see that.
  nonisolated func remove(_ name: String) {
    let had = entries.withLock { $0.removeValue(forKey: name) != nil }
    guard had else { return }
    inTurn {
      // A system that has refused it, and one that has lost it, know of none.
      guard let application = try? AppleSystem.application() else { return }
      try? await application.unwatchDescriptor(named: name)
    }
  }

  /// The app of the process has ended: what it leaves is nothing to the next one.
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

  // MARK: What the system tells

  func application(
    _ application: Application,
    descriptorDidBecomeReadable name: String,
    isHungUp: Bool
  ) async {
    entries.withLock { $0[name]?.socket }?.tellBytes()
  }
}

extension AppleSystem {
  /// The app of the process has ended: its streams are nothing to the next one.
  package static func forgetStreams() { VoIPStreams.shared.forget() }
}
