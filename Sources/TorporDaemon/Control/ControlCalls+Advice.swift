import TorporCore
import TorporModel
import TorporWire

// Advice: what the figures of the battery page and the ledger of decisions carry.

extension ControlCalls {
  func getAdvice(_ call: Incoming<Control.GetAdvice>) -> [Submission] {
    ask(call) { () throws(WireError) in
      let question = BatteryQuestion(
        hours: Self.adviceHours,
        at: driver.now(),
        showsApp: { permission.covers($0) },
        showsOwner: { permission.mayChangeDevice || $0 == peer.userID }
      )
      let report = driver.device.batteryReport(question, usage: driver.usage)
      let decisions = try page(about: nil, after: 0, countMax: Self.decisionsOfAdvice)
        .map(\.decision).filter(permission.mayRead)
      let advice = driver.device.advice(
        from: report,
        ends: EndCounts(decisions, since: report.begin),
        showsApp: { permission.covers($0) }
      )
      return Control.GetAdvice.Reply(
        // What only the device's owner can do is no advice for others.
        advice: advice.filter { permission.mayChangeDevice || !$0.isOfDevice }.map(AdviceRow.init),
        apps: report.apps.count,
        begin: report.begin,
        at: report.at
      )
    }
  }

  /// A day, as the page of a phone shows first.
  private static let adviceHours = 24

  /// How far back ends are counted, in decisions: as many as `log` may read at once.
  private static let decisionsOfAdvice = 1000
}

extension Advice {
  /// Whether it is about the device as a whole, or needs a setting of it.
  fileprivate var isOfDevice: Bool {
    switch kind {
    case .lowPower, .restart, .evicted: true
    case .sleepless, .refresh, .location, .notifications, .forceQuit: false
    }
  }
}

extension AdviceRow {
  fileprivate init(_ advice: Advice) {
    self.init(kind: advice.kind)
    command = advice.command
    switch advice.facts {
    case .sleepless(let sleepless):
      app = sleepless.app
      began = sleepless.since
      hold = sleepless.hold
    case .refresh(let work):
      take(work.share)
      wakes = work.wakes
      opens = work.opens
    case .location(let share): take(share)
    case .notifications(let app, let unanswered):
      self.app = app
      self.unanswered = unanswered
    case .evicted(let app, let times, let relaunches),
      .forceQuit(let app, let times, let relaunches):
      self.app = app
      self.times = times
      self.relaunches = relaunches
    case .lowPower(let lowestPercent, let percent):
      self.lowestPercent = lowestPercent
      self.percent = percent
    case .restart(let uptime, let level):
      self.uptime = uptime
      memoryLevel = Control.MemoryLevel(rawValue: level.rawValue)
    }
  }

  private mutating func take(_ share: Advice.Share) {
    app = share.app
    sharePermille = share.permille
    nanojoules = share.nanojoules
  }
}
