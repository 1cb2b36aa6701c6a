// A package for all platforms that brings for Linux what Apple's systems have.
import Foundation

#if !canImport(ObjectiveC)
func autoreleasepool<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
func CACurrentMediaTime() -> Double { Date.timeIntervalSinceReferenceDate }
#endif

func measure() -> Double {
  autoreleasepool { print("measured") }
  return CACurrentMediaTime()
}
