internal import Foundation

/// The one thread that controls a device.
///
/// It is not a thread of the app: it observes whether those are at rest.
final class DeviceThread: @unchecked Sendable {
  // Guarded by the condition.
  private let condition = NSCondition()
  private var jobs: [@Sendable () -> Void] = []
  private var isOver = false

  init() {
    let thread = Thread { [self] in run() }
    thread.name = "SimulatedDevice"
    thread.start()
  }

  private func run() {
    while let job = next() { job() }
  }

  private func next() -> (@Sendable () -> Void)? {
    condition.lock()
    defer { condition.unlock() }
    while jobs.isEmpty, !isOver { condition.wait() }
    return jobs.isEmpty ? nil : jobs.removeFirst()
  }

  /// Runs a job after those that were added before.
  func run(_ job: @escaping @Sendable () -> Void) {
    condition.lock()
    jobs.append(job)
    condition.signal()
    condition.unlock()
  }

  /// Ends the thread after its waiting jobs.
  func finish() {
    condition.lock()
    isOver = true
    condition.signal()
    condition.unlock()
  }
}
