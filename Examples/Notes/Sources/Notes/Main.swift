import Glibc
import Torpor

@main
struct Main {
  static func main() async {
    do {
      let notes = try Notes(overruns: CommandLine.arguments.contains("--overrun"))
      try await Application().run(notes)
    } catch {
      say("\(error)")
      exit(1)
    }
  }
}

/// Prints a line with the time of day, unbuffered.
func say(_ text: String) {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  var parts = tm()
  localtime_r(&now.tv_sec, &parts)
  func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
  let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits(Int($0), 2) }
  let line =
    time.joined(separator: ":") + "." + digits(now.tv_nsec / 1_000_000, 3) + " notes: \(text)\n"
  _ = line.utf8.withContiguousStorageIfAvailable { write(1, $0.baseAddress, $0.count) }
}

/// A duration in tenths of a second, as in "29.9 s".
func seconds(_ duration: Duration) -> String {
  let (whole, attoseconds) = duration.components
  return "\(whole).\(attoseconds / 100_000_000_000_000_000) s"
}
