import TorporPosix

/// The parents and terminals of processes, as found in `/proc` at one moment.
///
/// Building it reads a small file for each process of the machine: about 10 µs each. It is built when the focus or the
/// visibility of windows changes, and every `FocusPart.terminalLookSeconds` while a terminal has the focus.
struct ProcessTable {
  /// One process.
  struct Row: Hashable, Sendable {
    var processID: Int32
    var parentID: Int32
    /// The controlling terminal as a device number; 0: none.
    var terminal: Int32

    /// Whether its terminal has another end that a process may hold.
    ///
    /// 136 to 143 are the major numbers of Unix 98 pseudo-terminals (devices.txt of the kernel).
    var isAtPseudoTerminal: Bool { (136...143).contains(terminal >> 8 & 0xfff) }
  }

  private let rows: [Row]
  private let children: [Int32: [Row]]
  /// The function that returns the terminals whose other end a process holds, as device numbers.
  private let terminalsHeld: (Int32) -> [Int32]

  init(_ rows: [Row], terminalsHeld: @escaping (Int32) -> [Int32] = { _ in [] }) {
    self.rows = rows
    self.terminalsHeld = terminalsHeld
    children = Dictionary(grouping: rows, by: \.parentID)
  }

  /// Reads the table of the machine.
  init(procRoot: String = "/proc") {
    let rows = Files.folderNames(in: procRoot)
      .compactMap { name -> Row? in
        guard Int32(name) != nil, let text = try? Files.read("\(procRoot)/\(name)/stat") else {
          return nil
        }
        return Row(parsing: text)
      }
    self.init(rows) { HeldTerminals.of($0, procRoot: procRoot) }
  }

  /// Returns the focused processes, and all that run in the terminals that they show.
  func withTerminalPrograms(of focused: [Int32]) -> [Int32] {
    focused.reduce(into: Set(focused)) { all, process in
      all.formUnion(programs(inTerminalsOf: process, besides: []))
    }
    .sorted()
  }

  /// Returns all processes in the terminals that a process shows, except those that other processes show.
  ///
  /// A terminal emulator owns the window, and the programs in it have none. It shows the terminals whose other end it
  /// holds, and those that its descendants have as their controlling terminal, unless that is its own controlling
  /// terminal (being started from another terminal does not mean that it shows that terminal). A program in them that
  /// holds the other end of a further one (`torpor run`, `script`, `sudo`) shows that one, too. Programs behind a
  /// multiplexer (tmux, screen) belong to its server, which is not a descendant of the terminal, and are not found.
  /// `others` are skipped with their descendants: they own windows themselves.
  func programs(inTerminalsOf root: Int32, besides others: Set<Int32>) -> Set<Int32> {
    var shown = terminals(ofDescendantsOf: root, besides: others)
    shown.formUnion(terminalsHeld(root))
    guard !shown.isEmpty else { return [] }
    var programs: Set<Int32> = []
    var isComplete = false
    while !isComplete {
      isComplete = true
      // Processes that may show a further terminal are examined only if there is one; a console has no other end.
      let isAnyLeft = rows.contains { $0.isAtPseudoTerminal && !shown.contains($0.terminal) }
      for row in rows where shown.contains(row.terminal) && programs.insert(row.processID).inserted
      {
        guard isAnyLeft, !others.contains(row.processID) else { continue }
        let more = terminalsHeld(row.processID).filter { !shown.contains($0) }
        shown.formUnion(more)
        if !more.isEmpty { isComplete = false }
      }
    }
    return programs
  }

  private func terminals(ofDescendantsOf root: Int32, besides others: Set<Int32>) -> Set<Int32> {
    let own = rows.first { $0.processID == root }?.terminal
    var shown: Set<Int32> = []
    var reached: Set<Int32> = others.union([root])
    var rest = [root]
    while let parent = rest.popLast() {
      for child in children[parent] ?? [] where reached.insert(child.processID).inserted {
        rest.append(child.processID)
        if child.terminal != 0, child.terminal != own { shown.insert(child.terminal) }
      }
    }
    return shown
  }
}

extension ProcessTable.Row {
  /// Parses a line of `/proc/PID/stat`; the name may contain spaces and parentheses, so the last one counts.
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
