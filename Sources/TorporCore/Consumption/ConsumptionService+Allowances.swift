import TorporModel

// The use of the day, kept beside the ledger only while the user has set an allowance.

extension ConsumptionService {
  /// Returns the use since the user's day began; `nil`: no allowance is set.
  func dayUse(on device: DeviceState) -> DayUse? {
    guard device.hasAllowances else { return nil }
    var use = DayUse(at: device.now, by: device.clock)
    for app in apps.apps {
      let consumption = self[app]
      if consumption.departed == nil {
        use.add(app, consumption.hours)
      } else {
        use.addRemoved(consumption.hours)
      }
    }
    for ofOwner in removed { use.addRemoved(ofOwner.consumption.hours) }
    return use
  }

  /// Reports the day's use after a change in the ledger, if an allowance is set.
  ///
  /// Everything is summed again: apps that leave or return, and removed old hours, change other sums, too.
  func tellDayUse(of app: AppIdentifier?, _ device: DeviceState, _ out: inout Outbox) {
    guard let before = device.dayUse, let use = dayUse(on: device), use != before else { return }
    out.note(use, of: app)
  }

  /// What is kept beside the ledger is what follows from it.
  func brokenDayUse(on device: DeviceState) -> [String] {
    guard let use = device.dayUse, device.now < use.refillsAt, let found = dayUse(on: device),
      found.begin == use.begin, found != use
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
