import TorporModel
import TorporText
import TorporWire

/// A card of the switcher: what `torpor switcher` shows of an app.
enum SwitcherText {
  static func lines(_ card: SwitcherCard, _ clock: WallClock, _ style: Style) -> [String] {
    let title =
      Printable.line(card.name) == card.app.text ? card.app.text : "\(card.app) (\(card.name))"
    let state = style.paint(card.state.text, card.state.role)
    return [
      "\(style.paint(title, .heading)), \(state)\(used(card, clock))", "  \(picture(card, clock))",
    ]
  }

  private static func used(_ card: SwitcherCard, _ clock: WallClock) -> String {
    guard !card.state.isForeground else { return "" }
    guard let last = card.lastOnScreen else { return ", never on screen" }
    return ", on screen \(Quantities.text(of: clock.now - last)) ago"
  }

  private static func picture(_ card: SwitcherCard, _ clock: WallClock) -> String {
    guard let snapshot = card.snapshot else { return "no picture" }
    let age = Duration.microseconds(max(0, clock.wallMicroseconds - snapshot.takenWallMicroseconds))
    let whose = snapshot.isOwn ? "its own picture" : "its window"
    return "\(snapshot.path) (\(whose), \(Quantities.text(of: age)) ago)"
  }
}
