internal import Dispatch
public import Foundation

/// Runs work of the process periodically, as on macOS, but not while the app is suspended.
open class NSBackgroundActivityScheduler: NSObject, @unchecked Sendable {
  /// The result of the work.
  public enum Result: Int, Sendable {
    /// The work is done.
    case finished = 1
    /// The work should be done later.
    case deferred = 2
  }

  /// A handler that is called when the work is done or deferred.
  public typealias CompletionHandler = (Result) -> Void

  /// State that any thread sets, within `lock`.
  private struct State {
    var interval: TimeInterval = 600
    var repeats = false
    var tolerance: TimeInterval?
    var qualityOfService = QualityOfService.background
    var block: ((@escaping CompletionHandler) -> Void)?
    /// The number of the schedule, so that callbacks of an earlier one do nothing.
    var serial = 0
  }

  /// Its name within the app.
  public let identifier: String
  private let lock = NSLock()
  private var state = State()

  /// The minimum interval in seconds; our choice, to prevent a loop without a pause.
  private static let intervalMin: TimeInterval = 1

  /// Makes a scheduler with a name.
  public init(identifier: String) { self.identifier = identifier }

  deinit { invalidate() }

  /// The seconds until the work runs.
  open var interval: TimeInterval {
    get { lock.withLock { state.interval } }
    set { lock.withLock { state.interval = newValue } }
  }
  /// Whether it repeats.
  open var repeats: Bool {
    get { lock.withLock { state.repeats } }
    set { lock.withLock { state.repeats = newValue } }
  }
  /// The maximum delay in seconds; half of the interval if none was set.
  open var tolerance: TimeInterval {
    get { lock.withLock { state.tolerance ?? state.interval / 2 } }
    set { lock.withLock { state.tolerance = newValue } }
  }
  /// How important it is.
  open var qualityOfService: QualityOfService {
    get { lock.withLock { state.qualityOfService } }
    set { lock.withLock { state.qualityOfService = newValue } }
  }
  /// Whether the work should be deferred: never here.
  open var shouldDefer: Bool { false }

  /// Schedules the work to run after the interval.
  open func schedule(_ block: @escaping (@escaping CompletionHandler) -> Void) {
    let old = lock.withLock {
      defer { state.block = block }
      return state.block
    }
    withExtendedLifetime(old) {}
    wait()
  }

  /// Ends the schedule; running work continues.
  open func invalidate() {
    let old = lock.withLock {
      state.serial += 1
      return state.block.take()
    }
    withExtendedLifetime(old) {}
  }

  private func wait() {
    let (serial, interval) = lock.withLock {
      state.serial += 1
      return (state.serial, state.interval)
    }
    let seconds = interval.isFinite ? max(interval, Self.intervalMin) : Self.intervalMin
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds) { [weak self] in
      self?.run(serial)
    }
  }

  private func run(_ serial: Int) {
    let block = lock.withLock { state.serial == serial ? state.block : nil }
    block?({ [weak self] result in self?.ended(result, serial) })
  }

  private func ended(_ result: Result, _ serial: Int) {
    let isAgain = lock.withLock {
      state.serial == serial && (state.repeats || result == .deferred)
    }
    if isAgain { wait() }
  }
}
