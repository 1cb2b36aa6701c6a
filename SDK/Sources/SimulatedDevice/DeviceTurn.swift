internal import CVirtualTime
internal import Foundation

/// Whose turn it is: a process has one clock, so that one device at a time is simulated in it.
actor DeviceTurn {
  static let shared = DeviceTurn()

  /// As long as a test with a device takes at most, by the machine's clock; our choice.
  private static let patience: Int64 = 120 * 1_000_000_000

  private var owner: String?
  private var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  private var count = 0

  /// Waits until no other device is there.
  ///
  /// - Throws: `DeviceError` where the one before does not go.
  func take(_ app: String) async throws {
    if owner != nil {
      count += 1
      let number = count
      // No clock of the process tells how long that takes: a device has them.
      Thread.detachNewThread {
        torpor_vt_pause(Self.patience)
        Task { await self.giveUpWaiting(number) }
      }
      let isOwn = await withCheckedContinuation { waiting.append((number, $0)) }
      guard isOwn else {
        throw DeviceError(
          "the device of \(owner ?? "another app") is still there after 2 minutes, and a process has one at a time. End it "
            + "with end(), or let go of it."
        )
      }
    }
    owner = app
  }

  private func giveUpWaiting(_ number: Int) {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: index).continuation.resume(returning: false)
  }

  /// The device is gone: the one that has waited longest follows.
  func giveUp() {
    if waiting.isEmpty {
      owner = nil
    } else {
      waiting.removeFirst().continuation.resume(returning: true)
    }
  }
}
