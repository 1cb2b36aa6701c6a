public import Combine
public import Foundation

/// Foundation's timer with Apple's behaviour.
///
/// Foundation for Linux fires a timer at once if it is created with an interval and added to a run loop later, and has
/// no form with a target and a selector.
open class AppleTimer: NSObject {
  private var timer: Foundation.Timer?
  /// The timer itself while it is added to a run loop, because on Apple's systems the run loop keeps its timers.
  private var kept: AppleTimer?
  /// The app's own data for the timer.
  public private(set) var userInfo: Any?

  /// Makes a timer that first fires at a date, once it is added to a run loop.
  public init(
    fire date: Date,
    interval: TimeInterval,
    repeats: Bool,
    block: @escaping @Sendable (AppleTimer) -> Void
  ) {
    super.init()
    // The timer is used by its run loop's thread, as Apple's is.
    nonisolated(unsafe) weak let weakSelf = self
    timer = Foundation.Timer(fire: date, interval: interval, repeats: repeats) { _ in
      guard let timer = weakSelf else { return }
      block(timer)
      if !repeats { timer.invalidate() }
    }
  }

  /// Makes a timer that first fires one interval from now, once it is added to a run loop.
  public convenience init(
    timeInterval interval: TimeInterval,
    repeats: Bool,
    block: @escaping @Sendable (AppleTimer) -> Void
  ) {
    self.init(
      fire: Date(timeIntervalSinceNow: interval),
      interval: interval,
      repeats: repeats,
      block: block
    )
  }

  /// Makes a timer that calls a method of an object, which it keeps until it is invalidated.
  public convenience init(
    fireAt date: Date,
    interval: TimeInterval,
    target: Any,
    selector: Selector,
    userInfo: Any?,
    repeats: Bool
  ) {
    nonisolated(unsafe) let target = target as AnyObject
    nonisolated(unsafe) let selector = selector
    self.init(fire: date, interval: interval, repeats: repeats) { timer in
      selector.perform(on: target, with: timer)
    }
    self.userInfo = userInfo
  }

  /// Makes a timer that calls a method of an object one interval from now.
  public convenience init(
    timeInterval interval: TimeInterval,
    target: Any,
    selector: Selector,
    userInfo: Any?,
    repeats: Bool
  ) {
    self.init(
      fireAt: Date(timeIntervalSinceNow: interval),
      interval: interval,
      target: target,
      selector: selector,
      userInfo: userInfo,
      repeats: repeats
    )
  }

  /// Makes a timer and adds it to the current run loop.
  @discardableResult
  public class func scheduledTimer(
    withTimeInterval interval: TimeInterval,
    repeats: Bool,
    block: @escaping @Sendable (AppleTimer) -> Void
  ) -> AppleTimer {
    let timer = AppleTimer(timeInterval: interval, repeats: repeats, block: block)
    RunLoop.current.add(timer, forMode: .default)
    return timer
  }

  /// Makes a timer that calls a method of an object, and adds it to the current run loop.
  @discardableResult
  public class func scheduledTimer(
    timeInterval interval: TimeInterval,
    target: Any,
    selector: Selector,
    userInfo: Any?,
    repeats: Bool
  ) -> AppleTimer {
    let timer = AppleTimer(
      timeInterval: interval,
      target: target,
      selector: selector,
      userInfo: userInfo,
      repeats: repeats
    )
    RunLoop.current.add(timer, forMode: .default)
    return timer
  }

  /// Fires now; a timer that does not repeat then ends.
  open func fire() { timer?.fire() }

  /// Ends the timer: it does not fire again, and releases what it held.
  open func invalidate() {
    timer?.invalidate()
    timer = nil
    userInfo = nil
    kept = nil
  }

  /// Whether it may fire again.
  open var isValid: Bool { timer?.isValid ?? false }

  /// The date at which it fires next.
  open var fireDate: Date {
    get { timer?.fireDate ?? .distantPast }
    set { timer?.fireDate = newValue }
  }

  /// The interval between two firings; 0 if it does not repeat.
  open var timeInterval: TimeInterval { timer?.timeInterval ?? 0 }

  /// The maximum delay.
  open var tolerance: TimeInterval {
    get { timer?.tolerance ?? 0 }
    set { timer?.tolerance = newValue }
  }

  fileprivate func add(to runLoop: RunLoop, forMode mode: RunLoop.Mode) {
    guard let timer else { return }
    kept = self
    runLoop.add(timer, forMode: mode)
  }
}

extension RunLoop {
  /// Adds the timer to the run loop in a mode.
  public func add(_ timer: AppleTimer, forMode mode: RunLoop.Mode) {
    timer.add(to: self, forMode: mode)
  }
}

extension AppleTimer {
  /// A publisher that sends the date repeatedly once it is connected.
  public typealias TimerPublisher = Foundation.Timer.TimerPublisher

  /// Returns a publisher that sends the date repeatedly once it is connected.
  public static func publish(
    every interval: TimeInterval,
    tolerance: TimeInterval? = nil,
    on runLoop: RunLoop,
    in mode: RunLoop.Mode,
    options: RunLoop.SchedulerOptions? = nil
  ) -> TimerPublisher {
    TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode)
  }
}
