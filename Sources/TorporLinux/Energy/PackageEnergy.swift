internal import TorporPosix

/// What the processors of the machine have taken since the daemon began, by their own counters (RAPL).
///
/// It is read where the daemon is awake anyway, at most once a minute, and never because somebody asks: the kernel lets
/// only root read these counters, because their fine steps tell what others compute (CVE-2020-8694). The counters begin
/// anew at `max_energy_range_uj`, and in some sleeps of the machine; what may be missing for that is said.
package final class PackageEnergy {
  /// What was known at the last reading.
  package struct Reading: Hashable, Sendable {
    package let nanojoules: Int64
    /// How long it had counted then, in nanoseconds.
    package let lengthNanoseconds: Int64
    /// How long ago that reading was.
    package let ageNanoseconds: Int64
    /// Whether a counter may have begun anew without that being seen, or the machine has slept.
    package let mayBeMore: Bool
    /// Of how many packages that is, and how many there are.
    package let counted: Int
    package let packages: Int
  }

  private let folder: String
  private let clock: Clock
  private var counters: [String: Counter] = [:]
  private let packages: Int
  private let began: Int64
  private var readAt: Int64
  /// How long the machine had slept at the last reading.
  private var sleptNanoseconds: Int64
  private var microjoules: Int64 = 0
  private var mayBeMore = false
  /// Why nothing is counted; `nil` where it is.
  package let unavailableReason: String?

  /// The clocks of the machine.
  package struct Clock {
    /// Nanoseconds since the machine started, with its sleep.
    package let nanoseconds: () -> Int64
    /// Nanoseconds that it has slept since it started.
    package let sleptNanoseconds: () -> Int64

    package init(nanoseconds: @escaping () -> Int64, sleptNanoseconds: @escaping () -> Int64) {
      self.nanoseconds = nanoseconds
      self.sleptNanoseconds = sleptNanoseconds
    }

    package static var machine: Clock {
      Clock(nanoseconds: BootClock.nanoseconds) {
        BootClock.nanoseconds() - BootClock.monotonicNanoseconds()
      }
    }
  }

  private struct Counter {
    let range: Int64
    /// How long a whole turn takes at the most that the package may take.
    let turnNanoseconds: Int64
    var value: Int64

    /// `nil` where it cannot be read.
    init?(of domain: RAPLDomain) {
      guard let value = domain.microjoules else { return nil }
      self.value = value
      range = domain.number("max_energy_range_uj") ?? 0
      let microwatts = domain.microwattsMax ?? PackageEnergy.microwattsMax
      turnNanoseconds = Int64(clamping: Int128(range) * 1_000_000_000 / Int128(microwatts))
    }
  }

  /// How often it is read at most: once a minute, for each reading asks the processor; our choice.
  private static let interval: Int64 = 60_000_000_000

  /// What a package without a limit is assumed to take at most: 1,000 W, above every server's of 2025; our choice.
  private static let microwattsMax: Int64 = 1_000_000_000

  /// From what on a difference of the two clocks is a sleep: a second, which two readings one after the other never
  /// take; our choice.
  private static let sleepNanosecondsMin: Int64 = 1_000_000_000

  /// Begins to count.
  package init(sysRoot: String = "/sys", clock: Clock = .machine) {
    let folder = sysRoot + "/class/powercap"
    let domains = Files.names(in: folder).map { RAPLDomain(name: $0, in: folder) }
      .filter(\.isPackage)
    self.folder = folder
    self.clock = clock
    began = clock.nanoseconds()
    readAt = began
    sleptNanoseconds = clock.sleptNanoseconds()
    packages = domains.count
    for domain in domains { counters[domain.name] = Counter(of: domain) }
    unavailableReason =
      if domains.isEmpty {
        "\(folder) shows no package of processors"
      } else if counters.isEmpty {
        "\(folder)/*/energy_uj may be read by root only"
      } else {
        nil
      }
  }

  /// Reads the counters, unless that was done a moment ago.
  package func follow() {
    guard !counters.isEmpty, clock.nanoseconds() - readAt >= Self.interval else { return }
    look()
  }

  /// What was taken until the last reading; `nil` where nothing counts it.
  package var reading: Reading? {
    guard !counters.isEmpty else { return nil }
    return Reading(
      nanojoules: Int64(clamping: Int128(microjoules) * 1000),
      lengthNanoseconds: readAt - began,
      ageNanoseconds: clock.nanoseconds() - readAt,
      mayBeMore: mayBeMore,
      counted: counters.count,
      packages: packages
    )
  }

  private func look() {
    let now = clock.nanoseconds()
    let slept = clock.sleptNanoseconds()
    let hasSlept = slept - sleptNanoseconds >= Self.sleepNanosecondsMin
    for (name, counter) in counters {
      guard let value = RAPLDomain(name: name, in: folder).microjoules else { continue }
      counters[name]?.value = value
      if hasSlept {
        // It may stand where it stood, or may have begun anew: it is counted from here.
        mayBeMore = true
        continue
      }
      // At most one turn of the counter can be told apart from none.
      if now - readAt >= max(counter.turnNanoseconds, 1) { mayBeMore = true }
      let growth =
        value >= counter.value ? value - counter.value : value + counter.range - counter.value
      let (sum, overflowed) = microjoules.addingReportingOverflow(max(0, growth))
      microjoules = overflowed ? .max : sum
    }
    readAt = now
    sleptNanoseconds = slept
  }
}

/// One folder below `/sys/class/powercap`.
private struct RAPLDomain {
  let name: String
  private let path: String

  init(name: String, in folder: String) {
    self.name = name
    path = folder + "/" + name
  }

  /// A package, and not a part of one: "intel-rapl:0" with the name "package-0".
  ///
  /// "intel-rapl-mmio:0" is the same one by another way.
  var isPackage: Bool {
    let title = try? Files.read(path + "/name")
    let parts = name.split(separator: ":")
    return title?.hasPrefix("package") == true && parts.count == 2
      && parts.first?.hasSuffix("-mmio") == false
  }

  var microjoules: Int64? { number("energy_uj") }

  /// The highest limit that the package keeps to, for however short a time; `nil` where it tells none.
  var microwattsMax: Int64? {
    let limits = (0..<Self.constraintsMax).flatMap { index in
      ["constraint_\(index)_power_limit_uw", "constraint_\(index)_max_power_uw"].compactMap(number)
    }
    return limits.max().flatMap { $0 > 0 ? $0 : nil }
  }

  /// Long term, short term and peak: the kernel knows three.
  private static let constraintsMax = 3

  func number(_ name: String) -> Int64? {
    guard let text = try? Files.read("\(path)/\(name)") else { return nil }
    return Int64(text.prefix { $0 != "\n" }).flatMap { $0 >= 0 ? $0 : nil }
  }
}
