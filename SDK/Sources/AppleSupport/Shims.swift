public import Foundation
internal import Glibc

// Functions of Apple's C libraries that Swift code calls. Packages for all platforms bring some of them for Linux; theirs
// are preferred.

/// A queue, by the name that the C library has for it.
public typealias dispatch_queue_t = DispatchQueue

/// Runs the body; there is no pool of Objective-C objects on Linux.
@_disfavoredOverload
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

/// Seconds since the beginning of 2001, UTC.
public typealias CFAbsoluteTime = Double

/// Seconds since the beginning of 2001, UTC, by the wall clock.
@_disfavoredOverload
public func CFAbsoluteTimeGetCurrent() -> Double { Date.timeIntervalSinceReferenceDate }

/// Seconds by a clock that does not jump and stands while the machine sleeps.
@_disfavoredOverload
public func CACurrentMediaTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
}
