#if canImport(Glibc)
import Glibc
#endif

/// The gateway's clock; tests use another one.
public struct GatewayClock: Sendable {
  let nowMilliseconds: @Sendable () -> Int64

  /// Makes a clock that returns milliseconds since 1970.
  public init(nowMilliseconds: @escaping @Sendable () -> Int64) {
    self.nowMilliseconds = nowMilliseconds
  }

  /// The machine's clock.
  public static let system = GatewayClock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
