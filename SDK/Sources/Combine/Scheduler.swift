public import Dispatch
public import Foundation

/// Where and when work runs.
public protocol Scheduler<SchedulerTimeType> {
  /// A moment of its clock.
  associatedtype SchedulerTimeType: Strideable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  /// How work is to run.
  associatedtype SchedulerOptions
  /// This moment.
  var now: SchedulerTimeType { get }
  /// How exact its moments are.
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
  /// Runs work at a moment.
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
        // What was missed while nothing ran, as in an app that was suspended, is not made up for.
        next(Swift.max(date.advanced(by: interval), now))
      }
    }
    next(date)
    return AnyCancellable { isOver.with { $0 = true } }
  }
}

/// What can be made of a number of seconds.
public protocol SchedulerTimeIntervalConvertible {
  /// As many seconds.
  static func seconds(_ s: Int) -> Self
  /// As many seconds.
  static func seconds(_ s: Double) -> Self
  /// As many thousandths of a second.
  static func milliseconds(_ ms: Int) -> Self
  /// As many millionths of a second.
  static func microseconds(_ us: Int) -> Self
  /// As many thousand millionths of a second.
  static func nanoseconds(_ ns: Int) -> Self
}

/// A length of time on the clock of a scheduler.
public struct SchedulerStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
  Hashable,
  Sendable, ExpressibleByFloatLiteral
{
  /// In seconds.
  public var timeInterval: TimeInterval

  /// Makes one of its seconds.
  public init(_ timeInterval: TimeInterval) { self.timeInterval = timeInterval }
  /// Makes one of its seconds.
  public init(integerLiteral value: Int) { timeInterval = TimeInterval(value) }
  /// Makes one of its seconds.
  public init(floatLiteral value: TimeInterval) { timeInterval = value }
  /// Makes one of its seconds.
  public init?<T: BinaryInteger>(exactly source: T) {
    guard let seconds = TimeInterval(exactly: source) else { return nil }
    timeInterval = seconds
  }

  /// How long it is, without its sign.
  public var magnitude: SchedulerStride { SchedulerStride(abs(timeInterval)) }

  /// As many seconds.
  public static func seconds(_ s: Int) -> Self { Self(TimeInterval(s)) }
  /// As many seconds.
  public static func seconds(_ s: Double) -> Self { Self(s) }
  /// As many thousandths of a second.
  public static func milliseconds(_ ms: Int) -> Self { Self(TimeInterval(ms) / 1e3) }
  /// As many millionths of a second.
  public static func microseconds(_ us: Int) -> Self { Self(TimeInterval(us) / 1e6) }
  /// As many thousand millionths of a second.
  public static func nanoseconds(_ ns: Int) -> Self { Self(TimeInterval(ns) / 1e9) }

  /// Orders by length.
  public static func < (left: Self, right: Self) -> Bool { left.timeInterval < right.timeInterval }
  /// Both together.
  public static func + (left: Self, right: Self) -> Self {
    Self(left.timeInterval + right.timeInterval)
  }
  /// What is left of one without the other.
  public static func - (left: Self, right: Self) -> Self {
    Self(left.timeInterval - right.timeInterval)
  }
  /// One as often as the other says.
  public static func * (left: Self, right: Self) -> Self {
    Self(left.timeInterval * right.timeInterval)
  }
  /// Makes it as often.
  public static func *= (left: inout Self, right: Self) { left = left * right }
}

extension DispatchQueue: Scheduler {
  /// A moment of Dispatch's clock.
  public struct SchedulerTimeType: Strideable, Hashable, Sendable {
    /// A length of time.
    public typealias Stride = SchedulerStride
    /// The moment.
    public var dispatchTime: DispatchTime

    /// Makes one of its moment.
    public init(_ time: DispatchTime) { dispatchTime = time }

    /// How long it is from here to another moment.
    public func distance(to other: Self) -> SchedulerStride {
      let (one, two) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
      return SchedulerStride((TimeInterval(two) - TimeInterval(one)) / 1e9)
    }
    /// The moment so much later.
    public func advanced(by n: SchedulerStride) -> Self { Self(dispatchTime + n.timeInterval) }
    /// Hashes the moment.
    public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.uptimeNanoseconds) }
  }

  /// How work is to run.
  public struct SchedulerOptions {
    /// How important it is.
    public var qos: DispatchQoS
    /// How it is to run.
    public var flags: DispatchWorkItemFlags
    /// Whom it belongs to.
    public var group: DispatchGroup?

    /// Makes options.
    public init(
      qos: DispatchQoS = .unspecified,
      flags: DispatchWorkItemFlags = [],
      group: DispatchGroup? = nil
    ) { (self.qos, self.flags, self.group) = (qos, flags, group) }
  }

  /// This moment.
  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
  /// As exact as the queue is.
  public var minimumTolerance: SchedulerStride { 0 }

  /// Runs work soon.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    // Apple's closures are not declared as Sendable; this one is handed to the queue.
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
  /// A moment by the wall clock.
  public struct SchedulerTimeType: Strideable, Hashable, Sendable {
    /// A length of time.
    public typealias Stride = SchedulerStride
    /// The moment.
    public var date: Date

    /// Makes one of its moment.
    public init(_ date: Date) { self.date = date }

    /// How long it is from here to another moment.
    public func distance(to other: Self) -> SchedulerStride {
      SchedulerStride(other.date.timeIntervalSince(date))
    }
    /// The moment so much later.
    public func advanced(by n: SchedulerStride) -> Self {
      Self(date.addingTimeInterval(n.timeInterval))
    }
  }

  /// There are no options.
  public struct SchedulerOptions {}

  /// This moment.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
  /// As exact as the loop is.
  public var minimumTolerance: SchedulerStride { 0 }

  /// Runs work soon; that of the main run loop through the main queue, which it serves in all its modes.
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
  /// A moment by the wall clock.
  public typealias SchedulerTimeType = RunLoop.SchedulerTimeType
  /// There are no options.
  public struct SchedulerOptions {}

  /// This moment.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
  /// As exact as Dispatch is.
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

/// Runs work at once.
public struct ImmediateScheduler: Scheduler, Sendable {
  /// There is only this moment.
  public typealias SchedulerTimeType = RunLoop.SchedulerTimeType
  /// There are no options.
  public typealias SchedulerOptions = Never

  /// The one that there is.
  public static let shared = ImmediateScheduler()

  /// This moment.
  public var now: SchedulerTimeType { SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 0)) }
  /// Nothing is later.
  public var minimumTolerance: SchedulerStride { 0 }

  /// Runs work.
  public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }
  /// Runs work once: there is no later moment.
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
