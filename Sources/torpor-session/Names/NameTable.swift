/// Who is on a bus: every connection with its process, and the well-known names that each owns.
struct NameTable {
  /// The unique name that owns a well-known one.
  private var owners: [String: String] = [:]
  /// The process of a unique name; `nil` inside: not asked yet.
  private var processes: [String: Int32?] = [:]

  /// Connections that are looked at: 4,096, far above what a session has; our choice.
  static let connectionsMax = 4096

  /// Connections whose process is not known.
  var unknown: [String] { processes.filter { $0.value == nil }.keys.sorted() }

  /// A name has changed hands, or was there when the bus was first looked at.
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

  /// The bus has said whose a connection is.
  mutating func note(_ unique: String, process: Int32) {
    guard processes[unique] != nil else { return }
    processes[unique] = process
  }

  /// The process behind a name, well-known or unique.
  func process(of name: String) -> Int32? {
    (processes[owners[name] ?? name] ?? nil)
  }

  /// The connections of processes, in a fixed order.
  func connections(of pids: Set<Int32>) -> [String] {
    processes.compactMap { name, pid in pid.map(pids.contains) == true ? name : nil }.sorted()
  }

  /// The well-known names that a connection owns.
  func names(of unique: String) -> [String] {
    owners.filter { $0.value == unique }.keys.sorted()
  }
}
