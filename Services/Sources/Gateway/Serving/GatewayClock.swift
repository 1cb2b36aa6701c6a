#if canImport(Glibc)
import Glibc
#endif

/// The time, as the gateway asks for it; tests give another.
public struct GatewayClock: Sendable {
  let nowMilliseconds: @Sendable () -> Int64

  /// A clock that says milliseconds since 1970.
  public init(nowMilliseconds: @escaping @Sendable () -> Int64) {
    self.nowMilliseconds = nowMilliseconds
  }

  /// The machine's.
  public static let system = GatewayClock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
