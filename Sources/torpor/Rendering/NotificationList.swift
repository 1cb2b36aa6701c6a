import TorporModel
import TorporText
import TorporWire

/// Notifications as a table: what `torpor notifications` shows.
enum NotificationList {
  static func lines(
    _ rows: [NotificationRow],
    _ clock: WallClock,
    _ style: Style,
    width: Int? = nil
  ) -> [String] {
    guard !rows.isEmpty else { return ["No notifications are scheduled or delivered."] }
    var table = Table([
      .init("APP"), .init("NOTIFICATION", widthMin: 12), .init("WHEN", widthMin: 12),
      .init("TEXT", widthMin: 20),
    ])
    for row in rows {
      let role: Style.Role = row.isDelivered ? .plain : .faint
      table.add([
        .init(row.app.text, role), .init(Printable.line(row.notification.identifier), role),
        .init(when(row, clock), role),
        .init(Printable.line(text(row.notification.content)), role),
      ])
    }
    return table.lines(style, width: width)
  }

  /// Title and body on one line.
  private static func text(_ content: NotificationContent) -> String {
    [content.title, content.subtitle, content.body].filter { !$0.isEmpty }
      .joined(separator: ": ")
  }

  private static func when(_ row: NotificationRow, _ clock: WallClock) -> String {
    // What was delivered is on a screen only where a desktop says so.
    if row.isDelivered { return row.isShown ? "shown" : "delivered" }
    guard let due = row.due else { return when(row.notification.trigger) }
    let repeats =
      if case .interval(_, repeats: true) = row.notification.trigger { true } else { false }
    let rule = repeats ? ", " + when(row.notification.trigger) : ""
    return clock.distance(to: due) + rule
  }

  private static func when(_ trigger: NotificationTrigger?) -> String {
    switch trigger {
    case nil: "at once"
    case .interval(let length, repeats: false): "after " + Quantities.text(of: length)
    case .interval(let length, repeats: true): "every " + Quantities.text(of: length)
    case .calendar(let match, let repeats): (repeats ? "every " : "at ") + parts(of: match)
    case .region(let region, _): "at the place '\(Printable.line(region.identifier))'"
    }
  }

  /// The parts that a date must have, those that any has as `*`: `2026-11-*`, `*-*-* 07:30`.
  private static func parts(of match: CalendarMatch) -> String {
    func part(_ number: Int?) -> String {
      number.map { $0 >= 0 && $0 < 10 ? "0\($0)" : "\($0)" } ?? "*"
    }
    var parts = match.weekday.map { [weekday($0)] } ?? []
    if match.year != nil || match.month != nil || match.day != nil {
      parts.append("\(part(match.year))-\(part(match.month))-\(part(match.day))")
    }
    if match.hour != nil || match.minute != nil || match.second != nil {
      let second = match.second.map { ":" + part($0) } ?? ""
      parts.append("\(part(match.hour)):\(part(match.minute))\(second)")
    }
    return parts.isEmpty ? "any time" : parts.joined(separator: " ")
  }

  private static func weekday(_ number: Int) -> String {
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    return names.indices.contains(number - 1) ? names[number - 1] : "weekday \(number)"
  }
}
