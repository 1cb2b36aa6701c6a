/// Calls to processes that were frozen, until they are answered or their callers give up.
struct OpenCalls {
  /// The identification of a call in its answer: the caller, and its number of the call.
  struct Key: Hashable {
    let caller: String
    let serial: UInt64
  }

  /// One call.
  struct Entry: Hashable {
    let launch: String
    let pid: Int32
    /// The called name, as the caller wrote it.
    let name: String
    let member: String
    /// The time at which the caller has given up, in nanoseconds of `CLOCK_BOOTTIME`.
    let until: Int64
  }

  private var entries: [Key: Entry] = [:]

  /// The time that callers wait: 25 s, the default of D-Bus libraries.
  static let patienceNanoseconds: Int64 = 25_000_000_000
  /// The maximum number of calls that are recorded: 1,024; our choice.
  static let countMax = 1024

  /// Launches that owe an answer.
  var launches: Set<String> { Set(entries.values.map(\.launch)) }

  mutating func add(_ key: Key, _ entry: Entry) {
    guard entries.count < OpenCalls.countMax else { return }
    entries[key] = entry
  }

  mutating func remove(_ key: Key) { entries[key] = nil }

  mutating func removeAll() { entries = [:] }

  /// Drops the calls whose callers no longer wait.
  mutating func expire(at now: Int64) { entries = entries.filter { $0.value.until > now } }

  /// Returns one call of each launch that owes an answer, the one that has waited longest.
  func oldest() -> [Entry] {
    var found: [String: Entry] = [:]
    for entry in entries.values where entry.until < found[entry.launch]?.until ?? .max {
      found[entry.launch] = entry
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }
}
