internal import TorporPosix

/// What the processors of the machine have taken since the daemon began, by their own counters (RAPL).
///
/// It is read where the daemon is awake anyway, and when somebody asks: no timer waits for it. The counters begin anew
/// at `max_energy_range_uj`; one that may have done so unseen says so.
package final class PackageEnergy {
  /// What is known.
  package struct Reading: Hashable, Sendable {
    package let nanojoules: Int64
    /// Since how long, in nanoseconds.
    package let lengthNanoseconds: Int64
    /// Whether a counter may have begun anew between two readings without that being seen.
    package let mayBeMore: Bool
  }

  private let folder: String
  private let nanoseconds: () -> Int64
  private var counters: [String: Counter] = [:]
  private var began: Int64 = 0
  private var readAt: Int64 = 0
  private var microjoules: Int64 = 0
  private var mayBeMore = false
  /// Why nothing is counted; `nil` where it is.
  package private(set) var unavailableReason: String?

  private struct Counter {
    let range: Int64
    var value: Int64
  }

  /// How often it is read at most: once a minute, for each reading asks the processor; our choice.
  private static let interval: Int64 = 60_000_000_000

  /// What a package is assumed to take at most, in watts: 1,000, above every server's of 2025; our choice.
  private static let wattsMax: Int64 = 1000

  /// Begins to count.
  package init(
    sysRoot: String = "/sys",
    nanoseconds: @escaping () -> Int64 = { BootClock.nanoseconds() }
  ) {
    folder = sysRoot + "/class/powercap"
    self.nanoseconds = nanoseconds
    began = nanoseconds()
    readAt = began
    for domain in Files.names(in: folder) where isPackage(domain) {
      guard let value = number("energy_uj", of: domain) else {
        unavailableReason = "\(folder)/\(domain)/energy_uj may be read by root only"
        continue
      }
      counters[domain] = Counter(
        range: number("max_energy_range_uj", of: domain) ?? 0,
        value: value
      )
    }
    if counters.isEmpty, unavailableReason == nil {
      unavailableReason = "\(folder) shows no package of processors"
    }
  }

  /// A package, and not a part of one: "intel-rapl:0" with the name "package-0".
  private func isPackage(_ domain: String) -> Bool {
    let name = try? Files.read("\(folder)/\(domain)/name")
    return name?.hasPrefix("package") == true && domain.split(separator: ":").count == 2
  }

  private func number(_ name: String, of domain: String) -> Int64? {
    guard let text = try? Files.read("\(folder)/\(domain)/\(name)") else { return nil }
    return Int64(text.prefix { $0 != "\n" })
  }

  /// Reads the counters, unless that was done a moment ago.
  package func follow() {
    guard !counters.isEmpty, nanoseconds() - readAt >= Self.interval else { return }
    look()
  }

  /// What was taken until now; `nil` where nothing counts it.
  package func read() -> Reading? {
    guard !counters.isEmpty else { return nil }
    look()
    return Reading(
      nanojoules: microjoules * 1000,
      lengthNanoseconds: readAt - began,
      mayBeMore: mayBeMore
    )
  }

  private func look() {
    let now = nanoseconds()
    for (domain, counter) in counters {
      guard let value = number("energy_uj", of: domain) else { continue }
      // At most one turn of the counter can be told apart from none.
      let nanosecondsOfTurn = counter.range / Self.wattsMax * 1000
      if now - readAt >= max(nanosecondsOfTurn, 1) { mayBeMore = true }
      microjoules +=
        value >= counter.value ? value - counter.value : value + counter.range - counter.value
      counters[domain]?.value = value
    }
    readAt = now
  }
}
