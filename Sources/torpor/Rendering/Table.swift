/// Cells in columns, each as wide as its widest cell; nothing is cut or wrapped.
struct Table {
  struct Cell: Hashable {
    let text: String
    let role: Style.Role

    init(_ text: String, _ role: Style.Role = .plain) {
      self.text = text
      self.role = role
    }
  }

  enum Alignment: Hashable { case left, right }

  struct Column: Hashable {
    let title: String
    let alignment: Alignment

    init(_ title: String, _ alignment: Alignment = .left) {
      self.title = title
      self.alignment = alignment
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
  func lines(_ style: Style) -> [String] {
    let heading = columns.map { Cell($0.title, .heading) }
    let all = [heading] + rows
    let widths = columns.indices.map { column in all.map { $0[column].text.count }.max() ?? 0 }
    return all.map { line($0, widths, style) }
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
