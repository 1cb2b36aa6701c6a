import TorporModel
package import TorporWire

/// Advice as people read it: a sentence with its figures for each tip.
package struct AdviceSentences: Sendable {
  private let reply: Control.GetAdvice.Reply
  private let clock: WallClock

  package init(_ reply: Control.GetAdvice.Reply, _ clock: WallClock) {
    (self.reply, self.clock) = (reply, clock)
  }

  /// That there is none, and of how many figures.
  package var nothing: String {
    let apps = reply.apps == 1 ? "1 app" : "\(reply.apps) apps"
    // The hour that has begun counts as one, as on the battery page.
    let hours = max(1, ((reply.at - reply.begin).microseconds + 3_599_999_999) / 3_600_000_000)
    return
      "The figures of \(apps) in the last \(hours == 1 ? "hour" : "\(hours) hours") give no reason for advice."
  }

  /// What the command of a tip is good for, and the figures that carry it.
  package func sentence(_ row: AdviceRow) -> String {
    let app = row.app?.text ?? "An app"
    switch row.kind {
    case .sleepless: return sleepless(row, app)
    case .refresh:
      return
        "Background work of \(app) took \(share(row)): it was woken \(times(row.wakes)), and you have opened it "
        + "\(times(row.opens)) in the same time. Leave it on if its content must be up to date when you "
        + "look, as with messages; otherwise switch it off:"
    case .location:
      return
        "Runs of \(app) off screen that used the location took \(share(row)). To allow it the location "
        + "only while you use it:"
    case .notifications:
      return
        "\(row.unanswered ?? 0) notifications of \(app) are unanswered. To switch its notifications off:"
    case .evicted:
      return
        "\(app) was ended \(times(row.times)) for memory, and was started again \(times(row.relaunches)) after that. "
        + remedyOfEviction(row.command ?? "")
    case .forceQuit:
      return
        "You have removed \(app) from the switcher \(times(row.times)), and it was started again \(times(row.relaunches)) "
        + "after that. A suspended app uses no processor time, but a start does: leave it with the home key instead:"
    case .lowPower:
      return
        "The battery was down to \(row.lowestPercent ?? 0) % with Low Power Mode off, and is at "
        + "\(row.percent ?? 0) % now. To make it last longer:"
    case .restart:
      return
        "The machine has run for \((row.uptime ?? .zero).phrase), and memory is short "
        + "(\(row.memoryLevel?.rawValue ?? "warning")). A restart frees it:"
    }
  }

  private func sleepless(_ row: AdviceRow, _ app: String) -> String {
    let length = row.began.map { (clock.now - $0).phrase } ?? ""
    let why = row.hold?.phrase(for: .exempt) ?? "one short reason after the other"
    return "\(app) has not slept for \(length), off screen: \(why). To end it:"
  }

  /// What the command does for an app that is ended for memory.
  private func remedyOfEviction(_ command: String) -> String {
    if command.holds("evictionOrder") {
      return "To end first the apps that you are least likely to use:"
    }
    if command.holds("pageOutAfter") {
      return "To write the memory of frozen apps to swap first:"
    }
    return "To see what takes the memory:"
  }

  /// "14 % of the energy on your battery page (about 52.0 J)": that of a user's own apps, or of all.
  private func share(_ row: AdviceRow) -> String {
    let percent = ((row.sharePermille ?? 0) + 5) / 10
    let energy = BatteryWords.energy(nanojoules: row.nanojoules ?? 0)
    return "\(percent) % of the energy on your battery page (about \(energy))"
  }

  private func times(_ count: Int?) -> String {
    switch count ?? 0 {
    case 0: "not once"
    case 1: "once"
    case let count: "\(count) times"
    }
  }
}
