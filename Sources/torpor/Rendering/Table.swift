import TorporText

/// Cells in columns, each as wide as its widest cell; nothing is wrapped, and cut only where a column
/// may give way in a narrow terminal.
struct Table {
  struct Cell: Hashable {
    let text: String
    let role: Style.Role

    /// Text of others as it will be written, so that columns are as wide as what stands in them.
    init(_ text: String, _ role: Style.Role = .plain) {
      self.text = Printable.line(text)
      self.role = role
    }
  }

  enum Alignment: Hashable { case left, right }

  struct Column: Hashable {
    let title: String
    let alignment: Alignment
    /// How narrow it may become where lines would be too long; `nil`: it is never cut.
    let widthMin: Int?

    init(_ title: String, _ alignment: Alignment = .left, widthMin: Int? = nil) {
      self.title = title
      self.alignment = alignment
      self.widthMin = widthMin
    }
  }

  let columns: [Column]
  private var rows: [[Cell]] = []

  init(_ columns: [Column]) { self.columns = columns }

  mutating func add(_ row: [Cell]) {
    precondition(row.count == columns.count, "a row has \(row.count) cells for \(columns.count)")
    rows.append(row)
  }

  /// The heading, then a line for each row; two spaces between columns, none at the end.
  ///
  /// Columns that may give way do so, the widest first, until a line fits into `width`.
  func lines(_ style: Style, width: Int? = nil) -> [String] {
    let heading = columns.map { Cell($0.title, .heading) }
    let all = [heading] + rows
    let widths = columns.indices.map { column in all.map { $0[column].text.count }.max() ?? 0 }
    let fitting = width.map { fit(widths, into: $0) } ?? widths
    return all.map { row in
      let cells = zip(row, fitting).map { Cell(Printable.cut($0.text, to: $1), $0.role) }
      return line(cells, fitting, style)
    }
  }

  /// Takes from the widest column that may give way, the later of two, until the line fits.
  private func fit(_ widths: [Int], into width: Int) -> [Int] {
    var widths = widths
    var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - width
    while excess > 0 {
      let yielding = columns.indices.filter { widths[$0] > columns[$0].widthMin ?? .max }
      guard let widest = yielding.max(by: { widths[$0] <= widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  private func line(_ row: [Cell], _ widths: [Int], _ style: Style) -> String {
    let last = row.lastIndex { !$0.text.isEmpty } ?? 0
    return row.indices.prefix(last + 1).map { index in
      let cell = row[index]
      let space = String(repeating: " ", count: widths[index] - cell.text.count)
      let painted = style.paint(cell.text, cell.role)
      switch columns[index].alignment {
      case .right: return space + painted
      case .left: return index == last ? painted : painted + space
      }
    }
    .joined(separator: "  ")
  }
}
