/// When one phone was idle, charging and on Wi-Fi, in seconds since the trace began.
struct ChargingWindow {
  let start: Int
  let end: Int
}

/// The windows of many phones.
struct ChargingTrace {
  /// Where it came from, for the report.
  let source: String
  /// The windows of each phone, in order.
  let phones: [[ChargingWindow]]

  static let secondsPerDay = 86_400

  /// Reads `charging_windows/ready_strict.csv.gz`: device, start, end.
  init(folder: String) throws {
    let file = TraceFile("charging_windows/ready_strict.csv.gz", in: folder)
    var phones: [[ChargingWindow]] = []
    var device: Substring = ""
    for row in try file.rows() {
      guard row.count == 3, let start = Int(row[1]), let end = Int(row[2]), end > start else {
        continue
      }
      if phones.isEmpty || row[0] != device { phones.append([]) }
      device = row[0]
      phones[phones.count - 1].append(ChargingWindow(start: start, end: end))
    }
    self.phones = phones.map { $0.sorted { $0.start < $1.start } }
    source = "\(file.path), \(phones.count) phones"
  }

  /// Draws phones that charge at night, with breaks, and now and then for a while by day.
  init(seed: UInt64, phoneCount: Int, days: Int) {
    var random = SplitMix64(seed: seed)
    phones = (0..<phoneCount).map { _ in
      let bedtime = 72_000 + random.below(18_000)
      let isTidy = random.below(2) == 0
      var windows: [ChargingWindow] = []
      for day in 0..<days {
        let midnight = day * ChargingTrace.secondsPerDay
        for _ in 0..<random.below(4) {
          // Most are short: the product of two draws.
          let at = midnight + random.below(60_000)
          windows.append(
            ChargingWindow(start: at, end: at + 1 + random.below(90) * random.below(90))
          )
        }
        guard random.below(4) > 0 else { continue }
        var at = midnight + bedtime + random.below(3600)
        let morning = at + 18_000 + random.below(10_000)
        while at < morning {
          let end = min(morning, at + (isTidy ? 20_000 : 1 + random.below(120) * random.below(120)))
          windows.append(ChargingWindow(start: at, end: end))
          at = end + 2 + random.below(600)
        }
      }
      windows.sort { $0.start < $1.start }
      // What overlaps the window before it is left out.
      return windows.reduce(into: []) { kept, window in
        if kept.last.map({ $0.end < window.start }) ?? true { kept.append(window) }
      }
    }
    source = "synthetic, \(phoneCount) phones, \(days) days, seed \(seed)"
  }
}
