import TorporModel
import TorporText
import TorporWire

/// Transfers as a table: what `torpor transfers` shows.
enum TransferList {
  /// What is said where nothing goes or waits.
  static let nothingOpen =
    "No active transfers. `torpor transfers --all` also lists finished ones."

  static func lines(
    _ rows: [TransferRow],
    _ clock: WallClock,
    _ style: Style,
    showsAll: Bool,
    userID: UInt32,
    width: Int? = nil
  ) -> [String] {
    guard !rows.isEmpty else {
      return [
        showsAll ? "No transfers. `torpor download URL` begins one." : nothingOpen
      ]
    }
    return table(rows, clock, userID).lines(style, width: width)
  }

  private static func table(_ rows: [TransferRow], _ clock: WallClock, _ userID: UInt32) -> Table {
    // Who sees the transfers of others sees whose they are.
    let showsOwner = rows.contains { $0.status.ownerUserID != userID }
    let owner = showsOwner ? [Table.Column("WHOSE", widthMin: 8)] : []
    var table = Table(
      [.init("NUMBER", .right)] + owner + [
        .init("NAME", widthMin: 12), .init("STATE"), .init("DONE", .right), .init("RATE", .right),
        .init("LEFT", .right), .init("WHAT", widthMin: 16),
      ]
    )
    for row in rows.sorted(by: { $0.status.transfer < $1.status.transfer }) {
      let state = row.status.state
      let progress = TransferText.progress(of: row)
      // One that is over is dimmed as a whole, but for a failure, which wants to be seen.
      func role(_ role: Style.Role) -> Style.Role {
        state.isFinal && role != .bad ? .faint : role
      }
      func cell(_ text: String?) -> Table.Cell { .init(text ?? "-", role(.plain)) }
      let rate = progress.bytesPerSecond
      table.add(
        [cell(row.status.transfer.description)] + (showsOwner ? [cell(whose(row.status))] : []) + [
          cell(TransferText.name(of: row)),
          .init(state.rawValue, role(state.role)),
          cell(done(progress)),
          cell(state == .running && rate > 0 ? Quantities.text(ofBytes: rate) + "/s" : nil),
          cell(
            state == .running
              ? TransferText.timeLeft(progress).map { Quantities.brief(of: $0) } : nil
          ),
          cell(what(row, clock)),
        ]
      )
    }
    return table
  }

  /// How far it is in a few letters: "41%", "260 MiB" where the whole length is unknown.
  private static func done(_ progress: TransferProgress) -> String {
    TransferText.percent(progress).map { "\($0)%" } ?? Quantities.text(ofBytes: progress.bytes)
  }

  /// Whose it is: an app's, or a user's by number.
  private static func whose(_ status: TransferStatus) -> String {
    status.app?.text ?? status.ownerUserID.map { "user \($0)" } ?? "-"
  }

  /// The rest of the story in a cell.
  private static func what(_ row: TransferRow, _ clock: WallClock) -> String {
    switch row.status.state {
    case .queued, .waiting, .failed, .cancelled: TransferText.state(of: row, clock)
    case .running, .suspended, .completed:
      Printable.line(row.detail.path ?? row.destination ?? row.url ?? "-")
    }
  }
}
