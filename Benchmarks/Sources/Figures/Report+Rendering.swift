import TorporWire

extension Report {
  /// The report for people: the notes, then one line for each row.
  var text: String {
    var lines = ["\(name): \(title)"]
    lines += input.map { "  input: \($0)" } + notes.map { "  note: \($0)" }
    let table =
      [["what", "ours", "peer", "ratio", "goal", ""]]
      + rows.map { [$0.what, $0.ours, $0.peer, $0.ratio, $0.goal, $0.verdict.rawValue] }
    let widths = table[0].indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    for row in table {
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      var line = "  " + cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      lines.append(line)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The report for programs: one JSON object on one line.
  var json: String {
    func list(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
    let rows = rows.map { row in
      JSON.object([
        JSON.Member("what", .string(row.what)), JSON.Member("ours", .string(row.ours)),
        JSON.Member("peer", .string(row.peer)), JSON.Member("ratio", .string(row.ratio)),
        JSON.Member("goal", .string(row.goal)),
        JSON.Member("verdict", .string(row.verdict.rawValue)),
      ])
    }
    let report = JSON.object([
      JSON.Member("name", .string(name)), JSON.Member("title", .string(title)),
      JSON.Member("input", list(input)), JSON.Member("notes", list(notes)),
      JSON.Member("rows", .array(rows)),
    ])
    return String(decoding: report.bytes, as: UTF8.self)
  }
}
