/// The connections of a bus: each with its process, and the well-known names that it owns.
struct NameTable {
  /// The unique name that owns a well-known one.
  private var owners: [String: String] = [:]
  /// The process of a unique name; `nil` inside: not requested yet.
  private var processes: [String: Int32?] = [:]

  /// The maximum number of connections that are recorded: 4,096, far more than a session has; our choice.
  static let connectionsMax = 4096

  /// Connections with an unknown process.
  var unknown: [String] { processes.filter { $0.value == nil }.keys.sorted() }

  /// Records that a name has changed owner, or existed at the first look at the bus.
  mutating func update(_ name: String, owner: String?) {
    guard name.hasPrefix(":") else {
      owners[name] = owner
      return
    }
    if owner == nil {
      processes[name] = nil
      owners = owners.filter { $0.value != name }
    } else if processes[name] == nil, processes.count < NameTable.connectionsMax {
      processes.updateValue(nil, forKey: name)
    }
  }

  /// Records the process of a connection, as reported by the bus.
  mutating func note(_ unique: String, process: Int32) {
    guard processes[unique] != nil else { return }
    processes[unique] = process
  }

  /// Returns the process behind a name, well-known or unique.
  func process(of name: String) -> Int32? {
    (processes[owners[name] ?? name] ?? nil)
  }

  /// Returns the connections of processes, in a fixed order.
  func connections(of pids: Set<Int32>) -> [String] {
    processes.compactMap { name, pid in pid.map(pids.contains) == true ? name : nil }.sorted()
  }

  /// Returns the well-known names that a connection owns.
  func names(of unique: String) -> [String] {
    owners.filter { $0.value == unique }.keys.sorted()
  }
}
