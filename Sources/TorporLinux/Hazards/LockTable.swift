internal import TorporPosix

/// One line of `/proc/locks`.
struct FileLockRecord: Hashable {
  enum Kind: String {
    case posix = "POSIX"
    /// flock(2).
    case flock = "FLOCK"
    /// A lock of an open file description: it has no process.
    case openFileDescription = "OFDLCK"
  }

  let kind: Kind
  /// Who took it; it may be gone while a lock lives on in a descriptor that another inherited.
  let processID: Int32
  /// The device as the kernel writes it, in hex: `fe:00`.
  let device: String
  let inode: UInt64
  /// Whether a process is blocked on it now.
  var hasWaiters: Bool
}

/// The kernel's list of file locks.
enum LockTable {
  /// Reads the whole list; empty where the kernel does not show it.
  static func read(procRoot: String) -> [FileLockRecord] {
    parse((try? Files.read(procRoot + "/locks")) ?? "")
  }

  /// Takes the list apart. A waiter's line follows its lock and has `->` after the number:
  ///
  ///     1: FLOCK  ADVISORY  WRITE 1234 fe:00:5678 0 EOF
  ///     1: -> FLOCK  ADVISORY  WRITE 1240 fe:00:5678 0 EOF
  static func parse(_ text: String) -> [FileLockRecord] {
    var records: [FileLockRecord] = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 1 else { continue }
      if fields[1] == "->" {
        // The waiter of a lock of a kind that we do not list says nothing about the one before.
        if let last = records.indices.last, fields.count > 6,
          fields[6] == "\(records[last].device):\(records[last].inode)"
        {
          records[last].hasWaiters = true
        }
      } else if let record = parse(fields: fields.dropFirst().map { String($0) }) {
        records.append(record)
      }
    }
    return records
  }

  /// Fields from the kind on, as in `/proc/locks` after the number and in `/proc/PID/fdinfo`.
  static func parse(fields: [String]) -> FileLockRecord? {
    guard fields.count > 4, let kind = FileLockRecord.Kind(rawValue: fields[0]),
      let processID = Int32(fields[3])
    else { return nil }
    let place = fields[4].split(separator: ":")
    guard place.count == 3, let inode = UInt64(place[2]) else { return nil }
    return FileLockRecord(
      kind: kind,
      processID: processID,
      device: "\(place[0]):\(place[1])",
      inode: inode,
      hasWaiters: false
    )
  }
}
