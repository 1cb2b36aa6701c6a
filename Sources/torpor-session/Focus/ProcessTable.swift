import TorporPosix

/// Who is whose child and sits at which terminal, as `/proc` had it at one moment.
///
/// One look reads a small file for each process of the machine: some 10 µs each. It is made when the
/// focus moves, and every `FocusReporter.terminalLookSeconds` while a terminal has it.
struct ProcessTable {
  /// One process.
  struct Row: Hashable, Sendable {
    var processID: Int32
    var parentID: Int32
    /// The controlling terminal as a device number; 0: none.
    var terminal: Int32
  }

  private let rows: [Row]

  init(_ rows: [Row]) { self.rows = rows }

  /// Reads the table of the machine.
  init(procRoot: String = "/proc") {
    rows = Files.folderNames(in: procRoot)
      .compactMap { name in
        guard Int32(name) != nil, let text = try? Files.read("\(procRoot)/\(name)/stat") else {
          return nil
        }
        return Row(parsing: text)
      }
  }

  /// The focused processes, and all that run in the terminals that they show.
  ///
  /// A terminal emulator owns the window and the programs in it have none: those that its descendants
  /// have as their controlling terminal are the ones it shows, unless it has that terminal itself
  /// (a program that was started from another terminal shows no terminal by that). Programs behind a
  /// multiplexer (tmux, screen) belong to its server, which is nobody's child, and are not found.
  func withTerminalPrograms(of focused: [Int32]) -> [Int32] {
    let own = Dictionary(rows.map { ($0.processID, $0.terminal) }, uniquingKeysWith: { $1 })
    let children = Dictionary(grouping: rows, by: \.parentID)
    var shown: Set<Int32> = []
    for root in focused {
      var reached: Set<Int32> = [root]
      var rest = [root]
      while let parent = rest.popLast() {
        for child in children[parent] ?? [] where reached.insert(child.processID).inserted {
          rest.append(child.processID)
          if child.terminal != 0, child.terminal != own[root] { shown.insert(child.terminal) }
        }
      }
    }
    guard !shown.isEmpty else { return Set(focused).sorted() }
    return Set(focused).union(rows.filter { shown.contains($0.terminal) }.map(\.processID)).sorted()
  }
}

extension ProcessTable.Row {
  /// Takes a line of `/proc/PID/stat` apart; the name may hold spaces and parentheses, so the last
  /// one counts.
  init?(parsing text: String) {
    guard let end = text.lastIndex(of: ")"), let processID = Int32(text.prefix { $0 != " " })
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ", maxSplits: 6)
    // proc(5) counts from 1; the state is field 3 and the first one here.
    guard fields.count > 4, let parentID = Int32(fields[1]), let terminal = Int32(fields[4])
    else { return nil }
    self.init(processID: processID, parentID: parentID, terminal: terminal)
  }
}
