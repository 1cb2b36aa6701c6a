package import TorporModel

/// The state kept for one app.
package protocol KeptPerApp: Hashable, Sendable {
  /// Nothing is kept of it.
  init()

  /// Whether it is as if nothing were kept; asked after each change.
  var isNothing: Bool { get }
}

extension KeptPerApp {
  package var isNothing: Bool { self == Self() }
}

/// The state that a service keeps for each app, in the order of identifiers; an app without state has no entry.
package struct PerApp<State: KeptPerApp>: Hashable, Sendable {
  private var entries: [Entry] = []

  /// With its state apart, so that a copy of all entries costs a reference for each.
  private struct Entry: Hashable, Sendable {
    let app: AppIdentifier
    @Boxed var state: State
  }

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// The apps that there is something of.
  package var apps: [AppIdentifier] { entries.map(\.app) }

  package subscript(app: AppIdentifier) -> State? {
    let index = position(of: app)
    return index < entries.count && entries[index].app == app ? entries[index].state : nil
  }

  /// Whether there is something of the app.
  subscript(has app: AppIdentifier) -> Bool { !entries.isEmpty && index(of: app) != nil }

  /// Reads from the app's state without copying it; `nil`: there is none.
  @inline(__always)
  func read<Value>(_ app: AppIdentifier, _ look: (borrowing State) -> Value) -> Value? {
    index(of: app).map { read(at: $0, look) }
  }

  /// The same, where it is known where the app's entry is.
  @inline(__always)
  func read<Value>(at index: Int, _ look: (borrowing State) -> Value) -> Value {
    entries[index].$state.read(look)
  }

  /// Adds up a number of each app, without a copy of its state.
  @inline(__always)
  func sum(_ number: (borrowing State) -> Int) -> Int {
    entries.indices.reduce(0) { $0 + entries[$1].$state.read(number) }
  }

  /// Changes the state of the matching apps in place; an app without state then has no entry.
  @inline(__always)
  mutating func changeAll(
    where isMeant: (borrowing State) -> Bool,
    _ change: (inout State) -> Void
  ) {
    for index in entries.indices.reversed() where entries[index].$state.read(isMeant) {
      self.change(at: index, change)
    }
  }

  /// Changes what is kept of the app, in place; an app with nothing then has no entry.
  @inline(__always)
  mutating func change(_ app: AppIdentifier, _ change: (inout State) -> Void) {
    let index = position(of: app)
    guard index < entries.count, entries[index].app == app else {
      var state = State()
      change(&state)
      if !state.isNothing { entries.insert(Entry(app: app, state: state), at: index) }
      return
    }
    self.change(at: index, change)
  }

  /// Where the app's entry is, until one comes or goes; `nil`: it has none.
  ///
  /// `last`: where it was found before, and is mostly still.
  func index(of app: AppIdentifier, foundAt last: Int? = nil) -> Int? {
    if let last, last < entries.count, entries[last].app == app { return last }
    let index = position(of: app)
    return index < entries.count && entries[index].app == app ? index : nil
  }

  /// Changes the state of the app with that entry in place.
  @inline(__always)
  mutating func change(at index: Int, _ change: (inout State) -> Void) {
    if Self.isNothing(&entries[index].state, after: change) { entries.remove(at: index) }
  }

  /// Asked where it was changed, in place: to be looked at once more it would be copied.
  @inline(__always)
  private static func isNothing(
    _ state: inout State,
    after change: (inout State) -> Void
  ) -> Bool {
    change(&state)
    return state.isNothing
  }

  private func position(of app: AppIdentifier) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].app < app { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
