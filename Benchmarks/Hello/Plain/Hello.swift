import Glibc

/// A program that says when it runs, on the page named by its argument, and waits to be ended.
@main
struct Hello {
  @MainActor
  static func main() async {
    stamp(CommandLine.arguments[1])
    while true { pause() }
  }
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
