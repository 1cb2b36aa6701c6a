package import TorporModel
package import TorporWire

/// Figures of the battery page as people read them.
package enum BatteryWords {
  /// Energy of a battery.
  package static func energy(microwattHours: Int64) -> String {
    // A microwatt-hour is 3.6 mJ; no battery holds more than fits.
    energy(nanojoules: min(microwattHours, Int64.max / 3_600_000) * 3_600_000)
  }

  /// "412 mJ", "12.9 J", "1.2 kJ".
  package static func energy(nanojoules: Int64) -> String {
    let millijoules = max(0, nanojoules) / 1_000_000
    if millijoules < 1000 { return "\(millijoules) mJ" }
    if millijoules < 1_000_000 { return "\(millijoules / 1000).\(millijoules / 100 % 10) J" }
    return "\(millijoules / 1_000_000).\(millijoules / 100_000 % 10) kJ"
  }

  /// Processor time: in milliseconds below ten seconds.
  package static func processor(_ length: Duration) -> String {
    let milliseconds = length.microseconds / 1000
    return milliseconds < 10_000 ? "\(milliseconds) ms" : length.phrase
  }

  /// How many receipts have no line of their own: a run over the end of an hour has one in each.
  package static func earlierReceipts(_ count: Int) -> String {
    count == 1 ? "1 earlier receipt" : "\(count) earlier receipts"
  }

  /// "37 %"; what is more than nothing is not shown as that.
  package static func share(of app: BatteryApp) -> String {
    let percent = (app.sharePermille + 5) / 10
    return percent == 0 && app.nanojoules > 0 ? "<1 %" : "\(percent) %"
  }

  /// Binary units with one digit after the point below 10: "912 B", "1.5 MiB", "24 MiB".
  package static func size(_ bytes: Int64) -> String {
    var tenths = max(0, bytes) * 10
    guard tenths >= 10_240 else { return "\(max(0, bytes)) B" }
    for unit in ["KiB", "MiB", "GiB"] {
      tenths /= 1024
      if tenths < 100 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
      if tenths < 10_240 || unit == "GiB" { return "\(tenths / 10) \(unit)" }
    }
    return "\(bytes) B"
  }

  /// What was used, in words: "CPU 300 ms", "12.9 J", "24 MiB by transfers".
  package static func figures(_ used: BatteryFigures) -> [String] {
    var parts = ["CPU \(processor(used.processor))", energy(nanojoules: used.nanojoules)]
    let transferred = used.wiredBytes + used.wifiBytes + used.cellularBytes
    if transferred > 0 { parts.append("\(size(transferred)) by transfers") }
    let sockets = used.receivedBytes + used.sentBytes
    if sockets > 0 { parts.append("\(size(sockets)) by its sockets") }
    if used.loopbackBytes > 0 { parts.append("\(size(used.loopbackBytes)) within this machine") }
    if used.diskBytes > 0 { parts.append("\(size(used.diskBytes)) read and written") }
    return parts
  }
}

extension BatteryStatus {
  /// "80 %, on battery".
  package var standing: String {
    percent.map { "\($0) %, \(supply)" } ?? "This machine has no battery"
  }

  package var supply: String { isOnExternalPower == true ? "on external power" : "on battery" }

  /// What was measured of the whole machine, and what is missing of the hours: sentences.
  package func facts(_ clock: WallClock) -> [String] {
    var lines: [String] = []
    if let given = dischargedMicrowattHours {
      let isMeasured = sources.contains { $0.figure == "battery" && $0.isMeasured }
      let energy = BatteryWords.energy(microwattHours: given)
      lines.append(
        "It has supplied \(energy) in \(period) (\(isMeasured ? "measured" : "estimated"))."
      )
    }
    if let taken = packageNanojoules, let began = packageBegan, let until = packageUntil {
      let energy = BatteryWords.energy(nanojoules: taken)
      lines.append(
        "The processors used \(energy) from \(clock.text(of: began)) to \(clock.text(of: until))."
      )
    }
    if let sentence = fit?.machineSentence { lines.append(sentence) }
    if let kept = keptFrom {
      lines.append(
        "Hours before \(clock.text(of: kept)) are not complete: there were more than are kept."
      )
    }
    return lines
  }
}

extension SleeplessApp {
  /// Since when it has run, and what holds it: "has run off screen for 1h 00m: it receives location updates, since 05:00:00.".
  package func sentence(at now: Instant, _ clock: WallClock) -> String {
    let why =
      hold.map { hold in
        let since = hold.since.map { ", since \(clock.text(of: $0))" } ?? ""
        return "\(hold.phrase(for: .exempt))\(since)"
      } ?? "one short reason after the other"
    return "has run off screen for \((now - began).phrase): \(why)."
  }
}

extension BatteryFigures {
  package var isZero: Bool {
    time == .zero && processor == .zero && nanojoules == 0 && networkBytes == 0
      && loopbackBytes == 0 && diskBytes == 0
  }

  /// What the app's processes read from disks and wrote to them.
  package var diskBytes: Int64 { readBytes + writtenBytes }

  /// What went over networks: by the transfer service, and by the app's own sockets where the kernel counts them.
  package var networkBytes: Int64 {
    wiredBytes + wifiBytes + cellularBytes + receivedBytes + sentBytes
  }
}

extension BatteryApp {
  package var wakeCount: Int { wakes.reduce(0) { $0 + $1.count } }

  package var nanojoules: Int64 { onScreen.nanojoules + offScreen.nanojoules }
}
