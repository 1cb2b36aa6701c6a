internal import TorporPosix

/// What `/proc/PID/stat` says of a process, as far as it is of use here.
struct ProcessStat: Hashable {
  let processID: Int32
  /// What it calls itself, at most 15 bytes.
  let name: String
  /// Whether it has ended and waits for its parent to notice (a zombie).
  let hasEnded: Bool
  /// Whether it runs, or is about to, or waits for a disk: it does not wait for anybody.
  let isRunning: Bool
  let parentID: Int32
  let processGroup: Int32
  let session: Int32
  /// The controlling terminal as a device number; 0: none.
  let terminal: Int32
  /// The process group in the terminal's foreground; -1: none.
  let terminalForegroundGroup: Int32
  /// Page faults that waited for a disk since the process was started.
  let majorFaults: Int64
  /// Clock ticks from the machine's start to the process's.
  let startTicks: UInt64

  /// Reads the file; `nil` when the process is gone.
  init?(of processID: Int32, procRoot: String) {
    guard let text = try? Files.read("\(procRoot)/\(processID)/stat") else { return nil }
    self.init(parsing: text)
  }

  /// Takes the text apart; the name may hold spaces and parentheses, so the last one counts.
  init?(parsing text: String) {
    guard let end = text.lastIndex(of: ")"), let processID = Int32(text.prefix { $0 != " " })
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    // proc(5) counts from 1; the state is field 3 and the first one here.
    guard fields.count > 19, let parentID = Int32(fields[1]), let group = Int32(fields[2]),
      let session = Int32(fields[3]), let terminal = Int32(fields[4]),
      let foreground = Int32(fields[5]), let start = UInt64(fields[19]),
      let majorFaults = Int64(fields[9])
    else { return nil }
    self.processID = processID
    name = String(text[..<end].drop { $0 != "(" }.dropFirst())
    hasEnded = fields[0] == "Z" || fields[0] == "X"
    isRunning = fields[0] == "R" || fields[0] == "D"
    self.parentID = parentID
    processGroup = group
    self.session = session
    self.terminal = terminal
    terminalForegroundGroup = foreground
    startTicks = start
    self.majorFaults = majorFaults
  }
}
