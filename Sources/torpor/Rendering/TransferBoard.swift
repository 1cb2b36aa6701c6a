import TorporModel
import TorporText
import TorporWire

/// Transfers as they move: a line for each, as far as the screen goes, then one for all.
enum TransferBoard {
  /// The screen that it is drawn on.
  struct Screen: Hashable {
    var columns: Int
    var rows: Int
  }

  /// The lines for the transfers that are not over; `rows` are those that one waits for and knows of,
  /// `count` says how many there are in all.
  static func lines(
    _ rows: [TransferRow],
    of count: Int? = nil,
    _ clock: WallClock,
    _ style: Style,
    on screen: Screen
  ) -> [String] {
    let open = rows.filter { !$0.status.state.isFinal }
    guard !open.isEmpty else { return [] }
    // What moves is worth a line before what waits.
    let ordered =
      open.filter { $0.status.state == .running }
      + open.filter {
        $0.status.state != .running
      }
    // A line is left for the sum and one for the cursor.
    let shown = ordered.prefix(max(1, screen.rows - 2))
    let names = shown.map { TransferText.name(of: $0) }
    let nameWidth = min(names.map(\.count).max() ?? 0, max(8, screen.columns / 3))
    var lines = zip(shown, names).map { row, name in
      let name = Printable.cut(name, to: nameWidth)
      let space = String(repeating: " ", count: nameWidth - name.count)
      return name + space + "  "
        + state(of: row, clock, style, width: screen.columns - nameWidth - 3)
    }
    let count = count ?? rows.count
    if count > 1 {
      lines.append(
        style.paint(
          Printable.cut(
            summary(rows, of: count, hidden: open.count - shown.count + count - rows.count),
            to: screen.columns - 1
          ),
          .faint
        )
      )
    }
    return lines
  }

  private static func state(
    of row: TransferRow,
    _ clock: WallClock,
    _ style: Style,
    width: Int
  ) -> String {
    guard row.status.state == .running else {
      let text = Printable.cut(TransferText.state(of: row, clock), to: width)
      return style.paint(text, row.status.state.role)
    }
    let progress = TransferText.progress(of: row)
    var figures = [TransferText.amount(progress)]
    if progress.bytesPerSecond > 0 {
      figures.append(Quantities.text(ofBytes: progress.bytesPerSecond) + "/s")
    }
    if let left = TransferText.timeLeft(progress) {
      figures.append("\(Quantities.text(of: left)) left")
    }
    let text = figures.joined(separator: "  ")
    guard let percent = TransferText.percent(progress) else {
      return Printable.cut(text, to: width)
    }
    let share = (percent < 10 ? "  " : percent < 100 ? " " : "") + "\(percent)%"
    // The bar is what gives way on a narrow screen; below four cells it says nothing.
    let cells = min(Self.barCellsMax, width - text.count - share.count - 6)
    guard cells >= 4 else { return Printable.cut(share + "  " + text, to: width) }
    let filled = cells * percent / 100
    let bar = style.paint(String(repeating: "#", count: filled), .good)
    return "[\(bar)\(String(repeating: " ", count: cells - filled))]  \(share)  \(text)"
  }

  /// How wide a bar is at most; our choice: wider ones say no more.
  private static let barCellsMax = 30

  /// "3 of 12 done, 1 failed; 1.2 GiB of 3.4 GiB, 12 MiB/s, 3m left; 4 more not shown".
  private static func summary(_ rows: [TransferRow], of count: Int, hidden: Int) -> String {
    let done = rows.count { $0.status.state == .completed }
    let lost = rows.count { $0.status.state.isFinal } - done
    let all = rows.map { TransferText.progress(of: $0) }
    let isWhole = rows.count == count && all.allSatisfy { $0.totalBytes != nil }
    let sum = TransferProgress(
      bytes: all.reduce(0) { $0 + $1.bytes },
      totalBytes: isWhole ? all.reduce(0) { $0 + ($1.totalBytes ?? 0) } : nil,
      bytesPerSecond: rows.reduce(0) {
        $0 + ($1.status.state == .running ? $1.progress?.bytesPerSecond ?? 0 : 0)
      }
    )
    var text = "\(done) of \(count) done" + (lost > 0 ? ", \(lost) failed" : "")
    text += "; " + TransferText.amount(sum)
    if sum.bytesPerSecond > 0 { text += ", \(Quantities.text(ofBytes: sum.bytesPerSecond))/s" }
    if let left = TransferText.timeLeft(sum) { text += ", \(Quantities.text(of: left)) left" }
    return text + (hidden > 0 ? "; \(hidden) more not shown" : "")
  }
}

/// Lines on a terminal that are drawn over again: what moves stays below what is said for good.
struct LiveLines {
  private var drawn = 0

  /// The bytes that put `said` above and `lines` below, in the place of what was drawn last.
  mutating func frame(_ lines: [String], said: [String] = [], _ style: Style) -> String {
    // Up to the first of the old lines, and each new one clears what stood there (ECMA-48: CPL, EL,
    // ED).
    var text = drawn > 0 ? "\u{1b}[\(drawn)F" : ""
    for line in said + lines { text += style.safe(line) + "\u{1b}[K\n" }
    if drawn > 0 { text += "\u{1b}[J" }
    drawn = lines.count
    return text
  }
}

/// What becomes of transfers, in plain lines: for a log, a pipe, or no reader at all.
struct TransferTeller {
  private var told: [TransferIdentifier: String] = [:]

  /// What is new since the last time: a line for each that waits for something else than before.
  mutating func news(_ rows: [TransferRow], _ clock: WallClock) -> [String] {
    var lines: [String] = []
    for row in rows where !row.status.state.isFinal {
      let text = "\(TransferText.name(of: row)) \(TransferText.state(of: row, clock))."
      guard told.updateValue(text, forKey: row.status.transfer) != text else { continue }
      lines.append(text)
    }
    return lines
  }
}
