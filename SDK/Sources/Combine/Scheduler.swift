public import Dispatch
public import Foundation

/// A scheduler of work.
public protocol Scheduler<SchedulerTimeType> {
  /// A moment on its clock.
  associatedtype SchedulerTimeType: Strideable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  /// The options for work.
  associatedtype SchedulerOptions
  /// The current moment.
  var now: SchedulerTimeType { get }
  /// The precision of its moments.
  var minimumTolerance: SchedulerTimeType.Stride { get }
  /// Runs work soon.
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
  /// Runs work at a moment.
  func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  )
  /// Runs work at a moment, and again after each interval, until the result is cancelled.
  func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable
}

extension Scheduler {
  /// Runs work soon.
  public func schedule(_ action: @escaping () -> Void) { schedule(options: nil, action) }
  /// Runs work at a given moment.
  public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
    schedule(after: date, tolerance: minimumTolerance, options: nil, action)
  }
  /// Runs work at a moment, and again after each interval, until the result is cancelled.
  public func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
  }
  /// Runs work at a moment, and again after each interval: each run schedules the next one.
  public func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let isOver = Shared(false)
    func next(_ date: SchedulerTimeType) {
      schedule(after: date, tolerance: tolerance, options: options) {
        guard !isOver.with({ $0 }) else { return }
        action()
        // Runs that were missed while nothing ran, as in a suspended app, are not made up for.
        next(Swift.max(date.advanced(by: interval), now))
      }
    }
    next(date)
    return AnyCancellable { isOver.with { $0 = true } }
  }
}

/// A type that can be created from a number of seconds.
public protocol SchedulerTimeIntervalConvertible {
  /// Returns an interval in seconds.
  static func seconds(_ s: Int) -> Self
  /// Returns an interval in seconds.
  static func seconds(_ s: Double) -> Self
  /// Returns an interval in milliseconds.
  static func milliseconds(_ ms: Int) -> Self
  /// Returns an interval in microseconds.
  static func microseconds(_ us: Int) -> Self
  /// Returns an interval in nanoseconds.
  static func nanoseconds(_ ns: Int) -> Self
}

/// An interval on the clock of a scheduler.
public struct SchedulerStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
  Hashable,
  Sendable, ExpressibleByFloatLiteral
{
  /// The interval in seconds.
  public var timeInterval: TimeInterval

  /// Makes an interval from seconds.
  public init(_ timeInterval: TimeInterval) { self.timeInterval = timeInterval }
  /// Makes an interval from seconds.
  public init(integerLiteral value: Int) { timeInterval = TimeInterval(value) }
  /// Makes an interval from seconds.
  public init(floatLiteral value: TimeInterval) { timeInterval = value }
  /// Makes an interval from seconds.
  public init?<T: BinaryInteger>(exactly source: T) {
    guard let seconds = TimeInterval(exactly: source) else { return nil }
    timeInterval = seconds
  }

  /// The length without its sign.
  public var magnitude: SchedulerStride { SchedulerStride(abs(timeInterval)) }

  /// Returns an interval in seconds.
  public static func seconds(_ s: Int) -> Self { Self(TimeInterval(s)) }
  /// Returns an interval in seconds.
  public static func seconds(_ s: Double) -> Self { Self(s) }
  /// Returns an interval in milliseconds.
  public static func milliseconds(_ ms: Int) -> Self { Self(TimeInterval(ms) / 1e3) }
  /// Returns an interval in microseconds.
  public static func microseconds(_ us: Int) -> Self { Self(TimeInterval(us) / 1e6) }
  /// Returns an interval in nanoseconds.
  public static func nanoseconds(_ ns: Int) -> Self { Self(TimeInterval(ns) / 1e9) }

  /// Orders by length.
  public static func < (left: Self, right: Self) -> Bool { left.timeInterval < right.timeInterval }
  /// Returns the sum.
  public static func + (left: Self, right: Self) -> Self {
    Self(left.timeInterval + right.timeInterval)
  }
  /// Returns the difference.
  public static func - (left: Self, right: Self) -> Self {
    Self(left.timeInterval - right.timeInterval)
  }
  /// Returns the product.
  public static func * (left: Self, right: Self) -> Self {
    Self(left.timeInterval * right.timeInterval)
  }
  /// Multiplies the interval.
  public static func *= (left: inout Self, right: Self) { left = left * right }
}

extension DispatchQueue: Scheduler {
  /// A moment on Dispatch's clock.
  public struct SchedulerTimeType: Strideable, Hashable, Sendable {
    /// The type of intervals.
    public typealias Stride = SchedulerStride
    /// The moment.
    public var dispatchTime: DispatchTime

    /// Makes a value from a moment.
    public init(_ time: DispatchTime) { dispatchTime = time }

    /// Returns the interval from here to another moment.
    public func distance(to other: Self) -> SchedulerStride {
      let (one, two) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
      return SchedulerStride((TimeInterval(two) - TimeInterval(one)) / 1e9)
    }
    /// Returns the moment that is later by an interval.
    public func advanced(by n: SchedulerStride) -> Self { Self(dispatchTime + n.timeInterval) }
    /// Hashes the moment.
    public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.uptimeNanoseconds) }
  }

  /// The options for work.
  public struct SchedulerOptions {
    /// The quality of service.
    public var qos: DispatchQoS
    /// The flags of the work.
    public var flags: DispatchWorkItemFlags
    /// The group of the work.
    public var group: DispatchGroup?

    /// Makes options.
    public init(
      qos: DispatchQoS = .unspecified,
      flags: DispatchWorkItemFlags = [],
      group: DispatchGroup? = nil
    ) { (self.qos, self.flags, self.group) = (qos, flags, group) }
  }

  /// The current moment.
  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
  /// The precision of the queue.
  public var minimumTolerance: SchedulerStride { 0 }

  /// Runs work soon.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    // Apple's closures are not declared as Sendable; this one is passed to the queue.
    nonisolated(unsafe) let action = action
    async(
      group: options?.group,
      qos: options?.qos ?? .unspecified,
      flags: options?.flags ?? []
    ) { action() }
  }

  /// Runs work at a moment.
  public func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerStride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    nonisolated(unsafe) let action = action
    asyncAfter(
      deadline: date.dispatchTime,
      qos: options?.qos ?? .unspecified,
      flags: options?.flags ?? []
    ) { action() }
  }
}

extension RunLoop: Scheduler {
  /// A moment of the wall clock.
  public struct SchedulerTimeType: Strideable, Hashable, Sendable {
    /// The type of intervals.
    public typealias Stride = SchedulerStride
    /// The moment.
    public var date: Date

    /// Makes a value from a moment.
    public init(_ date: Date) { self.date = date }

    /// Returns the interval from here to another moment.
    public func distance(to other: Self) -> SchedulerStride {
      SchedulerStride(other.date.timeIntervalSince(date))
    }
    /// Returns the moment that is later by an interval.
    public func advanced(by n: SchedulerStride) -> Self {
      Self(date.addingTimeInterval(n.timeInterval))
    }
  }

  /// There are no options.
  public struct SchedulerOptions {}

  /// The current moment.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
  /// The precision of the run loop.
  public var minimumTolerance: SchedulerStride { 0 }

  /// Runs work soon; for the main run loop, through the main queue, which it serves in all its modes.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    if self === RunLoop.main {
      DispatchQueue.main.async { action() }
    } else {
      perform(inModes: [.default]) { action() }
    }
  }

  /// Runs work at a moment.
  public func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerStride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    nonisolated(unsafe) let action = action
    if self === RunLoop.main {
      DispatchQueue.main.asyncAfter(deadline: .now() + date.date.timeIntervalSinceNow) { action() }
    } else {
      add(
        Foundation.Timer(fire: date.date, interval: 0, repeats: false) { _ in action() },
        forMode: .default
      )
    }
  }
}

extension OperationQueue: Scheduler {
  /// A moment of the wall clock.
  public typealias SchedulerTimeType = RunLoop.SchedulerTimeType
  /// There are no options.
  public struct SchedulerOptions {}

  /// The current moment.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
  /// The precision of Dispatch.
  public var minimumTolerance: SchedulerStride { 0 }

  /// Runs work soon.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    addOperation { action() }
  }

  /// Runs work at a moment.
  public func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerStride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    nonisolated(unsafe) let action = action
    DispatchQueue.global().asyncAfter(deadline: .now() + date.date.timeIntervalSinceNow) {
      self.addOperation { action() }
    }
  }
}

/// A scheduler that runs work at once.
public struct ImmediateScheduler: Scheduler, Sendable {
  /// The only moment.
  public typealias SchedulerTimeType = RunLoop.SchedulerTimeType
  /// There are no options.
  public typealias SchedulerOptions = Never

  /// The shared scheduler.
  public static let shared = ImmediateScheduler()

  /// The current moment.
  public var now: SchedulerTimeType { SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 0)) }
  /// The precision, which has no effect.
  public var minimumTolerance: SchedulerStride { 0 }

  /// Runs work.
  public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }
  /// Runs work once, because there is no later moment.
  public func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return AnyCancellable {}
  }
  /// Runs work, without waiting for the moment.
  public func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerStride,
    options: Never?,
    _ action: @escaping () -> Void
  ) { action() }
}
