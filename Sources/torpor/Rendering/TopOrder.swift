import TorporModel

/// By which column a live view is sorted.
struct TopOrder: Hashable {
  enum Column: Int, CaseIterable {
    case name, processID, state, processor, time, memory, heldBy

    var title: String {
      switch self {
      case .name: "NAME"
      case .processID: "PID"
      case .state: "STATE"
      case .processor: "CPU"
      case .time: "TIME"
      case .memory: "MEMORY"
      case .heldBy: "HELD BY"
      }
    }

    /// Whether it is a number, which stands at the right.
    var isFigure: Bool {
      switch self {
      case .processID, .processor, .time, .memory: true
      case .name, .state, .heldBy: false
      }
    }

    /// How narrow it may become; `nil`: it is never cut.
    var widthMin: Int? {
      switch self {
      case .name: 12
      case .heldBy: 9
      case .processID, .state, .processor, .time, .memory: nil
      }
    }

    /// Those that there is room for in so many columns of a terminal: what can be asked elsewhere (`torpor ps`) gives
    /// way first.
    static func shown(in columns: Int?) -> [Column] {
      switch columns ?? .max {
      case 70...: allCases
      case 54...: [.name, .state, .processor, .memory, .heldBy]
      case 42...: [.name, .state, .processor, .memory]
      default: [.name, .state, .processor]
      }
    }

    /// Whether the largest is above, where nothing else is chosen.
    var isLargestFirst: Bool {
      switch self {
      case .processor, .time, .memory: true
      case .name, .processID, .state, .heldBy: false
      }
    }
  }

  private(set) var column = Column.processor
  private(set) var isReversed = false

  /// Takes an arrow: left and right choose the column, up and down which end is above.
  mutating func press(_ key: TopKey) {
    switch key {
    case .left, .right:
      let count = Column.allCases.count
      let next = (column.rawValue + (key == .right ? 1 : count - 1)) % count
      column = Column(rawValue: next) ?? column
      isReversed = false
    case .up: isReversed = !column.isLargestFirst
    case .down: isReversed = column.isLargestFirst
    case .quit: break
    }
  }

  /// The title of a column, with an arrow where the rows are sorted by it.
  func title(_ text: String, _ column: Column) -> String {
    guard column == self.column else { return text }
    return text + (column.isLargestFirst != isReversed ? "↓" : "↑")
  }

  /// The apps in this order; those that are equal in it as they are by default, the busiest above.
  func sorted(_ uses: [AppUse], at now: Instant) -> [AppUse] {
    let usual = uses.sorted { $0.isAbove($1) }
    guard column != .processor else { return isReversed ? usual.reversed() : usual }
    let keyed = usual.enumerated().map {
      (offset: $0.offset, use: $0.element, key: key($0.element, now))
    }
    return keyed.sorted { first, second in
      if first.key != second.key { return (first.key < second.key) != isReversed }
      return first.offset < second.offset
    }
    .map(\.use)
  }

  private struct Key: Hashable, Comparable {
    var number: Int64 = 0
    var text = ""

    static func < (left: Key, right: Key) -> Bool {
      (left.number, left.text) < (right.number, right.text)
    }
  }

  /// What is compared, the smaller above.
  private func key(_ use: AppUse, _ now: Instant) -> Key {
    let app = use.app
    return switch column {
    case .name: Key(text: app.title.lowercased())
    case .processID: Key(number: Int64(app.processID ?? .max))
    case .state: Key(number: Int64(ApplicationState.allCases.firstIndex(of: app.state) ?? 0))
    case .processor: Key(number: -(use.permille ?? -1))
    case .time: Key(number: -(app.processorTime?.nanoseconds ?? -1))
    case .memory: Key(number: -(app.footprintBytes ?? -1))
    case .heldBy: Key(number: app.heldBy.isEmpty ? 1 : 0, text: AppList.holds(of: app, at: now))
    }
  }
}
