import Glibc
import Torpor

/// The program beside it, as an app: it says when its first handler runs.
@MainActor
final class Hello: ApplicationDelegate {
  func application(
    _ application: Application,
    didFinishLaunchingWithOptions launchOptions: LaunchOptions
  ) async {
    stamp(CommandLine.arguments[1])
  }
}

@main
struct Main {
  static func main() async throws { try await Application().run(Hello()) }
}

/// Writes count, moment (CLOCK_MONOTONIC) and pid, as `Benchmarks/Peers/stamp.h` has it.
func stamp(_ path: String) {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  var words = [1, Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec), Int64(getpid())]
  let file = open(path, O_RDWR)
  _ = pwrite(file, &words, 24, 0)
  close(file)
}
