public import Foundation
internal import Glibc

// Functions of Apple's C libraries that Swift code calls. Some cross-platform packages define them for Linux; their
// definitions are preferred.

/// A queue, under its name in the C library.
public typealias dispatch_queue_t = DispatchQueue

/// Runs the body; Linux has no pool of Objective-C objects.
@_disfavoredOverload
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

/// Seconds since the beginning of 2001, UTC.
public typealias CFAbsoluteTime = Double

/// Returns the seconds since the beginning of 2001, UTC, by the wall clock.
@_disfavoredOverload
public func CFAbsoluteTimeGetCurrent() -> Double { Date.timeIntervalSinceReferenceDate }

/// Returns the seconds of a clock that does not jump and that stops while the machine sleeps.
@_disfavoredOverload
public func CACurrentMediaTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
}
