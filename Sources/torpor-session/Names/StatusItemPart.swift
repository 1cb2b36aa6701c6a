import TorporWire

/// The processes that have an item in the desktop's panel (StatusNotifierItem).
///
/// A panel requests an item's menu by calls; some panels wait for them while they hold the pointer and the keyboard, so
/// that a frozen program would block the whole desktop. Items are found by their names on the bus, and by the panel's
/// own list, in which some programs give their connection instead of a name. It costs a message whenever an item, or
/// any other name of KDE's or freedesktop.org's, appears or disappears.
final class StatusItemPart: Part {
  let name = "status-items"
  private let bus: BusConnection
  private let outbox: Outbox
  private var tokens: [BusConnection.Token] = []
  private var watcher: PropertyWatch?
  /// The names that items have chosen for themselves.
  private var owned: Set<String> = []
  /// The names in the panel's list.
  private var listed: Set<String> = []
  private var processes: [String: Int32] = [:]
  /// The number of connections, so that an answer from a lost one is ignored.
  private var connection = 0
  private var openQuestions = 0

  /// The prefixes of such names, which contain the process number.
  static let prefixes = [
    "org.kde.StatusNotifierItem-", "org.freedesktop.StatusNotifierItem-",
  ]
  private static let watcherName = "org.kde.StatusNotifierWatcher"
  private static let watcherPath = "/StatusNotifierWatcher"
  /// The maximum number of items that are examined: 1,024, far more than a panel has; our choice.
  private static let itemsMax = 1024

  init(on bus: BusConnection, outbox: Outbox) {
    self.bus = bus
    self.outbox = outbox
  }

  deinit { for token in tokens { bus.cancel(token) } }

  func start() {
    let moved =
      "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
      + "member='NameOwnerChanged',arg0namespace="
    tokens = ["'org.kde'", "'org.freedesktop'"].map { namespace in
      bus.match(moved + namespace) { [unowned self] event in
        guard event.isFromBus, event.values.count == 3, let name = event.values[0].text,
          StatusItemPart.isItem(name)
        else { return }
        processes[name] = nil
        if event.values[2].text?.isEmpty == false { owned.insert(name) } else { owned.remove(name) }
        lookUp()
      }
    }
    // The list is a property, and not every panel reports its changes.
    tokens.append(
      bus.match(
        "type='signal',sender='\(StatusItemPart.watcherName)',"
          + "interface='\(StatusItemPart.watcherName)'"
      ) { [unowned self] _ in watcher?.ask() }
    )
    tokens.append(
      bus.observe { [unowned self] state in
        connection += 1
        openQuestions = 0
        (owned, listed, processes) = ([], [], [:])
        switch state {
        case .connected:
          outbox.tell(self, isAvailable: true)
          list()
        // The last report remains: assuming that an item has disappeared could freeze a process for which the panel
        // waits.
        case .lost(let cause): outbox.tell(self, isAvailable: false, because: cause)
        case .connecting: break
        }
      }
    )
    watcher = PropertyWatch(
      on: bus,
      service: StatusItemPart.watcherName,
      path: StatusItemPart.watcherPath,
      interface: StatusItemPart.watcherName,
      startsService: false
    ) { [unowned self] state in
      switch state {
      case .known(let properties): take(properties["RegisteredStatusNotifierItems"]?.texts ?? [])
      case .unknown: take([])
      }
    }
  }

  static func isItem(_ name: String) -> Bool { prefixes.contains(where: name.hasPrefix) }

  /// Returns the connection of an entry of the panel's list: for `:1.45/org/ayatana/item`, it is `:1.45`.
  static func connection(ofEntry entry: String) -> String {
    String(entry.unicodeScalars.prefix { $0 != "/" })
  }

  private func take(_ entries: [String]) {
    listed = Set(entries.map(StatusItemPart.connection).filter { !$0.isEmpty })
    lookUp()
  }

  private func list() {
    ask("ListNames", []) { [unowned self] answer in
      owned.formUnion(answer.texts.filter(StatusItemPart.isItem))
      lookUp()
    }
  }

  /// Requests the owners of items that are not known yet, and reports them.
  private func lookUp() {
    guard bus.isConnected else { return }
    let names = owned.union(listed)
    processes = processes.filter { names.contains($0.key) }
    for name in names.sorted().prefix(StatusItemPart.itemsMax) where processes[name] == nil {
      ask("GetConnectionUnixProcessID", [.string(name)]) { [unowned self] answer in
        guard owned.contains(name) || listed.contains(name),
          let pid = answer.integer.flatMap({ Int32(exactly: $0) })
        else { return }
        processes[name] = pid
      }
    }
    tell()
  }

  /// Reports the known processes once all answers have arrived: an incomplete list would mean that the others have
  /// disappeared.
  private func tell() {
    guard openQuestions == 0 else { return }
    let pids = Set(processes.values.filter { $0 > 0 }).sorted()
    outbox.tell(.statusItems(pids: Array(pids.prefix(BridgeFact.statusItemsPidsCount.upperBound))))
  }

  private func ask(_ member: String, _ arguments: [BusValue], _ take: @escaping (BusValue) -> Void)
  {
    let asked = connection
    openQuestions += 1
    bus.call(
      BusCall(
        destination: BusNames.bus,
        path: BusNames.busPath,
        interface: BusNames.bus,
        member: member,
        arguments: arguments
      )
    ) { [weak self] result in
      guard let self, asked == connection else { return }
      openQuestions -= 1
      // An item that has disappeared in the meantime is reported by a signal.
      if let answer = try? result.get().values.first { take(answer) }
      tell()
    }
  }
}
