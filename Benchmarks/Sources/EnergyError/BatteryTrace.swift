import TorporCore
import TorporModel

/// What a phone's battery and display did, moment by moment.
struct BatteryTrace {
  enum Event {
    case battery(microwattHours: Int64, isPlugged: Bool)
    case screen(isOn: Bool)
    /// What the processors have worked for the app since the beginning.
    case processor(Duration)
  }
  let name: String
  let events: [(at: Instant, event: Event)]

  /// 10 Wh, that of a phone of 2017.
  ///
  /// The recorded one reports percents only; every error is a part of the energy, whatever that is.
  static let fullMicrowattHours: Int64 = 10_000_000

  /// One phone's recorded battery and screen: `unlocks/` of the folder.
  ///
  /// - Throws: `TraceFile.Unreadable` when there is no such trace.
  init(recordedIn folder: String) throws(TraceFile.Unreadable) {
    let batteryFile = TraceFile("unlocks/AwareBattery_1month.csv.gz", in: folder)
    let screenFile = TraceFile("unlocks/AwareScreen_1month.csv.gz", in: folder)
    var events: [(milliseconds: Int64, event: Event)] = []
    let battery = try batteryFile.rows().compactMap { row -> (Int64, Event)? in
      // What is not charging, discharging or full is a shutdown.
      guard row.count == 5, ["2", "3", "5"].contains(row[2]), let percent = Int64(row[1]),
        let moment = Unlocks.milliseconds(row[0])
      else { return nil }
      let isPlugged = row[4] != "0" || row[2] == "2"
      let energy = percent * (BatteryTrace.fullMicrowattHours / 100)
      return (moment, .battery(microwattHours: energy, isPlugged: isPlugged))
    }
    let screen = try screenFile.rows().compactMap { row -> (Int64, Event)? in
      guard row.count == 2, let moment = Unlocks.milliseconds(row[0]) else { return nil }
      return (moment, .screen(isOn: row[1] == "1" || row[1] == "3"))
    }
    guard let first = battery.first?.0, let other = screen.first?.0 else {
      throw TraceFile.Unreadable(path: batteryFile.path, cause: "it holds no reading")
    }
    events = battery.map { (milliseconds: $0.0, event: $0.1) }
    events += screen.map { (milliseconds: $0.0, event: $0.1) }
    let begin = max(first, other)
    self.events = events.filter { $0.milliseconds >= begin }
      .sorted { $0.milliseconds < $1.milliseconds }
      .map { (at: .at(.milliseconds($0.milliseconds - begin)), event: $0.event) }
    name = "the recorded phone"
  }

  /// What the drawn phone takes, in milliwatts; its gauge has steps of a percent, as the recorded one's.
  static let drawnTruth = (rest: 250.0, screen: 900.0, processor: 1400.0)

  /// A phone of which the true costs are known, drawn from the generator.
  init(days: Int, _ random: inout SplitMix64) {
    var events: [(at: Instant, event: Event)] = []
    var (energy, processor) = (Double(BatteryTrace.fullMicrowattHours), Duration.zero)
    let onePercent = Double(BatteryTrace.fullMicrowattHours) / 100
    var shown = 100.0
    var (isPlugged, isOn) = (false, false)
    let truth = BatteryTrace.drawnTruth
    for minute in 0..<(days * 1440) {
      let isAwake = minute % 1440 >= 420
      // Ten minutes at a time: on screen one in three by day, with a processor that is busy now and then.
      if minute % 10 == 0 {
        isOn = isAwake && random.below(3) == 0
        // What it has worked on screen is read before it leaves the screen, as by the daemon.
        events.append((.at(.minutes(minute)), .processor(processor)))
        events.append((.at(.minutes(minute)), .screen(isOn: isOn)))
      }
      let work = isOn ? Double(random.below(1000)) / 1000 * Double(minute / 10 % 4) / 2 : 0
      processor += .milliseconds(Int64(work * 60_000))
      let milliwatts =
        truth.rest + (isOn ? truth.screen : 0) + work * truth.processor
      energy -= milliwatts * 1000 / 60
      if energy < 0.15 * Double(BatteryTrace.fullMicrowattHours) { isPlugged = true }
      if isPlugged { energy += 20 * onePercent / 10 }
      if energy >= Double(BatteryTrace.fullMicrowattHours) {
        energy = Double(BatteryTrace.fullMicrowattHours)
        isPlugged = false
      }
      let percent = (energy / onePercent).rounded(.up)
      guard percent != shown else { continue }
      shown = percent
      let moment = Instant.at(.minutes(minute + 1))
      events.append((moment, .processor(processor)))
      events.append(
        (moment, .battery(microwattHours: Int64(percent * onePercent), isPlugged: isPlugged))
      )
    }
    self.events = events
    name = "the drawn phone"
  }
}
