import TorporModel
import TorporText

/// Continued tasks that run, with how far each is: what `torpor ps` and `torpor jobs` show below their lists.
enum ContinuedTaskList {
  static func lines(
    _ activities: [ActivityStatus],
    at now: Instant,
    _ style: Style,
    width: Int? = nil
  ) -> [String] {
    var table = Table([
      .init("CONTINUED TASK", widthMin: 14), .init("APP"), .init("DONE", .right),
      .init("RUNNING", .right), .init("WHAT", widthMin: 12),
    ])
    var isEmpty = true
    for work in activities {
      guard let display = work.display else { continue }
      isEmpty = false
      table.add([
        .init(work.activity.name), .init(work.app?.text ?? "-"),
        .init("\(display.permille / 10)%"), .init(Quantities.text(of: now - work.submittedAt)),
        .init(words(of: display)),
      ])
    }
    guard !isEmpty else { return [] }
    return [""] + table.lines(style, width: width)
      + [style.paint("`torpor cancel TASK` cancels one.", .faint)]
  }

  /// "Export, Film 3 of 8: 43%".
  static func text(of display: ActivityStatus.Display) -> String {
    "\(words(of: display)): \(display.permille / 10)%"
  }

  private static func words(of display: ActivityStatus.Display) -> String {
    Printable.line(
      [display.title, display.subtitle].filter { !$0.isEmpty }.joined(separator: ", ")
    )
  }
}
