import TorporModel

// What was used of the day, beside the ledger: only while the user has set an allowance.

extension ConsumptionService {
  /// What was used since the user's day began; `nil`: no allowance is set.
  func dayUse(on device: DeviceState) -> DayUse? {
    guard device.hasAllowances else { return nil }
    var use = DayUse(at: device.now, by: device.clock, in: grid(device))
    for app in apps.apps {
      let consumption = self[app]
      if consumption.departed == nil {
        use.set(app, to: consumption.hours)
      } else {
        use.addRemoved(consumption.hours)
      }
    }
    for ofOwner in removed { use.addRemoved(ofOwner.consumption.hours) }
    return use
  }

  /// Says what was used of the day after something was booked to the app, if that matters to anybody.
  func tellDayUse(of app: AppIdentifier, _ device: DeviceState, _ out: inout Outbox) {
    guard var use = device.dayUse else { return }
    if use.isCurrent(at: device.now, in: grid(device)) {
      use.set(app, to: self[app].hours)
    } else if let new = dayUse(on: device) {
      use = new
    }
    if use != device.dayUse { out.note(use, of: app) }
  }

  private func grid(_ device: DeviceState) -> HourGrid {
    hours ?? HourGrid(on: device.clock, at: device.now)
  }

  /// What is kept beside the ledger is what follows from it.
  func brokenDayUse(on device: DeviceState) -> [String] {
    guard let use = device.dayUse, use.isCurrent(at: device.now, in: grid(device)),
      let found = dayUse(on: device), found.begin == use.begin, found != use
    else { return [] }
    return ["\(use.total) was used of the day, and by the ledger \(found.total)"]
  }
}

extension DeviceState {
  /// Whether the user has set an allowance, of an app or of all.
  var hasAllowances: Bool {
    !conditions.settings.allowances.areNone
      || apps.slotRange.contains { slot in
        apps.read(slot: slot) { !$0.settings.allowances.areNone } == true
      }
  }
}

extension SystemEvent.ConsumptionEvent {
  /// The app that something is booked to; `nil`: none.
  func app(on device: DeviceState) -> AppIdentifier? {
    switch self {
    case .measured(_, let slot): device.apps.identifier(inSlot: slot)
    case .holdsChanged(let app), .transferred(_, _, _, let app), .charged(let app, _): app
    case .powerChanged: nil
    }
  }
}
