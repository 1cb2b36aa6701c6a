package import TorporModel

// From the ledger to a fit, and back to the figures of the page.

extension ConsumptionService {
  /// The costs of this machine, as its battery tells them; `nil`: it has none, or one that reports no energy.
  ///
  /// It is derived from the kept data, and not saved itself.
  func energyFit(on device: DeviceState) -> EnergyFit.Outcome? {
    guard levels.levels.contains(where: { $0.microwattHours != nil }) else { return nil }
    return EnergyFit.fit(hoursOnBattery(until: readUntil(on: device), at: device.now))
  }

  /// Returns the time up to which all counters of running apps were read: use since then is not in any hour yet.
  ///
  /// A counter that was not read for a day is not waited for: it is missing, and would block the fit permanently.
  private func readUntil(on device: DeviceState) -> Instant {
    let oldest = device.now - .hours(24)
    return device.apps.slotRange.reduce(device.now) { until, slot in
      guard device.apps.process(inSlot: slot)?.launch != nil,
        let app = device.apps.identifier(inSlot: slot), self[app].place != .still
      else { return until }
      let read = max(self[app].booked.usageAt, self[app].booked.runBegan ?? .zero)
      return read > oldest ? min(until, read) : until
    }
  }

  /// The whole hours in which the machine ran on its battery, with what apps used and the battery gave.
  package func hoursOnBattery(until end: Instant, at now: Instant) -> [EnergyFit.Hour] {
    guard let grid = hours, let first = levels.levels.first else { return [] }
    var used: [Instant: Consumption] = [:]
    var screen: [Instant: Int64] = [:]
    func add(_ hours: [ConsumptionHour]) {
      for hour in hours {
        used[hour.begin, default: Consumption()] += hour.onScreen + hour.offScreen
        screen[hour.begin, default: 0] += hour.onScreen.timeMicroseconds
      }
    }
    for app in apps.apps { add(self[app].hours) }
    for owner in removed { add(owner.consumption.hours) }
    let complete = removed.compactMap(\.lostUntil).max() ?? .zero
    var begin = grid.begin(of: max(first.at, grid.oldestKept(at: now), complete))
    if begin < complete { begin = begin + .hours(1) }
    var found: [EnergyFit.Hour] = []
    while begin + .hours(1) <= end {
      if let given = levels.levels.given(from: begin, to: begin + .hours(1)) {
        found.append(
          EnergyFit.Hour(used[begin] ?? Consumption(), onScreen: screen[begin] ?? 0, given: given)
        )
      }
      begin = begin + .hours(1)
    }
    return found
  }
}

extension EnergyFit.Hour {
  /// Several apps may be on screen at once; the display is one.
  fileprivate init(_ used: Consumption, onScreen microseconds: Int64, given microwattHours: Int64) {
    let hour = Duration.hours(1).microseconds
    self.init(
      screen: Double(min(microseconds, hour)) / Double(hour),
      processor: Double(used.processorMicroseconds) / Double(hour),
      other: Double(used.nanojoulesBesideProcessor) / Self.nanojoulesInWattHour,
      measured: Double(microwattHours) / Self.microwattHoursInWattHour
    )
  }

  private static let nanojoulesInWattHour = 3.6e12
  private static let microwattHoursInWattHour = 1e6
}

extension [BatteryLevels.Level] {
  /// Returns the battery's discharge in a period, in microwatt-hours; `nil` if it was charged or
  /// empty, if the machine slept, or if it is not known well.
  ///
  /// The energy between two readings is spread evenly, so they may be at most an hour apart.
  func given(from begin: Instant, to end: Instant) -> Int64? {
    var (sum, known) = (Int64(0), Int64(0))
    for (first, last) in zip(self, dropFirst()) where last.at > begin && first.at < end {
      let whole = (last.at - first.at).nanoseconds
      guard !first.isOnExternalPower, !last.isOnExternalPower, last.hasSlept != true,
        last.at - first.at <= .hours(1), whole > 0,
        let before = first.microwattHours, let after = last.microwattHours, after > 0,
        last.percent > 0
      else { return nil }
      let part = (Swift.min(last.at, end) - Swift.max(first.at, begin)).nanoseconds
      known += part
      sum += Int64(clamping: Int128(before - after) * Int128(part) / Int128(whole))
    }
    return known == (end - begin).nanoseconds && sum > 0 ? sum : nil
  }
}

extension Consumption {
  /// What the model charges for all but the processor.
  fileprivate var nanojoulesBesideProcessor: Int64 {
    max(0, nanojoules - EnergyModel.nanojoules(processorMicroseconds: processorMicroseconds))
  }
}

extension EnergyFit {
  /// What was used, at the costs that are known in place of the model's.
  func applied(to used: Consumption) -> Consumption {
    let other = used.nanojoulesBesideProcessor
    var fitted = used
    if let processor {
      // Milliwatts times microseconds are nanojoules.
      fitted.nanojoules = Self.product(used.processorMicroseconds, processor.value)
    } else {
      fitted.nanojoules = min(used.nanojoules - other, Int64.max / 4)
    }
    fitted.nanojoules += self.other.map { Self.product(other, $0.value, over: 1000) } ?? other
    return fitted
  }

  /// What a machine of these costs takes in an hour, in watt-hours; by the model where they are not known.
  package func wattHours(of hour: Hour) -> Double {
    func watts(_ cost: Cost?, _ unknown: Double) -> Double {
      cost.map { Double($0.value) / 1000 } ?? unknown
    }
    return watts(rest, 0) + hour.screen * watts(screen, 0)
      + hour.processor * watts(processor, Double(EnergyModel.processorMilliwatts) / 1000)
      + hour.other * watts(other, 1)
  }

  func applied(to hours: [ConsumptionHour]) -> [ConsumptionHour] {
    guard processor != nil || other != nil else { return hours }
    return hours.map { hour in
      var fitted = hour
      fitted.onScreen = applied(to: hour.onScreen)
      fitted.apart = applied(to: hour.apart)
      for index in fitted.runs.indices {
        fitted.runs[index].used = applied(to: hour.runs[index].used)
      }
      return fitted
    }
  }

  /// A quarter of the range at most, as in the model.
  private static func product(_ count: Int64, _ cost: Int64, over divisor: Int64 = 1) -> Int64 {
    min(Int64(clamping: Int128(count) * Int128(cost) / Int128(divisor)), Int64.max / 4)
  }
}
