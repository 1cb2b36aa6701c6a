import TorporModel
import TorporText
import TorporWire

/// All about one transfer: what `torpor transfers show` shows.
enum TransferExplanation {
  static func lines(_ row: TransferRow, _ clock: WallClock, _ style: Style) -> [String] {
    let status = row.status
    let title = "Transfer \(status.transfer) (\(TransferText.name(of: row)))"
    var lines = [
      style.paint(title, .heading) + " " + TransferText.state(of: row, clock) + ".",
      "  " + (row.url.map(Printable.line) ?? "its URL is no longer known"),
    ]
    lines += Explanation.section("Request", request(row, clock), style)
    let conditions = ConditionText.lines(status.blockers, [], NeedText(), clock, style)
    if !conditions.isEmpty {
      lines += Explanation.section("What it waits for", conditions, style)
    }
    lines += Explanation.section("Progress", progress(row, clock), style)
    return lines
  }

  private static func request(_ row: TransferRow, _ clock: WallClock) -> [String] {
    let status = row.status
    var lines: [String] = []
    switch status.direction {
    case .download:
      lines.append("a download" + (row.destination.map { " to \(Printable.line($0))" } ?? ""))
    case .upload: lines.append("an upload" + (row.source.map { " of \(Printable.line($0))" } ?? ""))
    }
    if status.isDiscretionary { lines.append("when conditions are good (discretionary)") }
    let owner = status.app.map { "app \($0), session '\(Printable.line(status.session))'" }
    let user = status.ownerUserID.map { "user \(LoginName.of($0))" }
    lines.append(
      "submitted \(clock.distance(to: status.submittedAt)) by \(owner ?? user ?? "an unknown user")"
    )
    if !status.state.isFinal {
      lines.append("fails if not finished by \(clock.name(of: status.deadline))")
    }
    return lines
  }

  private static func progress(_ row: TransferRow, _ clock: WallClock) -> [String] {
    let status = row.status
    let progress = TransferText.progress(of: row)
    var lines = [TransferText.amount(progress)]
    if let percent = TransferText.percent(progress) { lines[0] += ", \(percent)%" }
    if status.state == .running, progress.bytesPerSecond > 0 {
      lines[0] += ", " + Quantities.text(ofBytes: progress.bytesPerSecond) + "/s"
      if let left = TransferText.timeLeft(progress) {
        lines[0] += ", \(Quantities.text(of: left)) left"
      }
    }
    lines.append(status.attempts == 1 ? "1 attempt" : "\(status.attempts) attempts")
    if !status.state.isFinal, let error = status.lastError {
      lines.append("the last one failed: \(row.detail.cause.map(Printable.line) ?? error.clause)")
    }
    if let outcome = status.outcome {
      lines.append("ended \(clock.distance(to: outcome.at))")
      if outcome.status > 0 { lines.append("the server answered \(outcome.status)") }
    }
    if let path = row.detail.path { lines.append("in \(Printable.line(path))") }
    if let type = row.detail.mimeType { lines.append("of type \(Printable.line(type))") }
    if let url = row.detail.finalURL, url != row.url {
      lines.append("from \(Printable.line(url)), after redirects")
    }
    return lines
  }
}
