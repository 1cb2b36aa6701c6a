internal import CVirtualTime
internal import Foundation

/// The turns of devices: a process has one clock, so one device at a time is simulated in it.
actor DeviceTurn {
  static let shared = DeviceTurn()

  /// The maximum duration of a test with a device, by the machine's clock; our choice.
  private static let patience: Int64 = 120 * 1_000_000_000

  private var owner: String?
  private var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  private var count = 0

  /// Waits until there is no other device.
  ///
  /// - Throws: `DeviceError` if the previous one does not end.
  func take(_ app: String) async throws {
    if owner != nil {
      count += 1
      let number = count
      // None of the process's clocks measures this time: a device controls them.
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

  /// Ends a device's turn: the one that has waited longest follows.
  func giveUp() {
    if waiting.isEmpty {
      owner = nil
    } else {
      waiting.removeFirst().continuation.resume(returning: true)
    }
  }
}
