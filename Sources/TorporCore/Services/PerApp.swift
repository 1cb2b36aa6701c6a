package import TorporModel

/// What a service keeps of each app, in the order of identifiers; an app with nothing has no entry.
package struct PerApp<State: Hashable & Sendable>: Hashable, Sendable {
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

  /// What the closure makes of the app's state, without a copy of that; `nil`: there is nothing of the app.
  func read<Value>(_ app: AppIdentifier, _ value: (State) -> Value) -> Value? {
    let index = position(of: app)
    return index < entries.count && entries[index].app == app ? value(entries[index].state) : nil
  }

  /// Adds up a number of each app, without a copy of its state.
  func sum(_ number: (State) -> Int) -> Int {
    entries.reduce(0) { $0 + number($1.state) }
  }

  /// Changes what is kept of the apps of which that is meant, in place; an app whose state is `nothing` then has no entry.
  mutating func changeAll(
    where isMeant: (State) -> Bool,
    from nothing: State,
    _ change: (inout State) -> Void
  ) {
    for index in entries.indices.reversed() where isMeant(entries[index].state) {
      change(&entries[index].state)
      if entries[index].state == nothing { entries.remove(at: index) }
    }
  }

  /// Changes what is kept of the app, in place; an app whose state is `nothing` then has no entry.
  mutating func change(
    _ app: AppIdentifier,
    from nothing: State,
    _ change: (inout State) -> Void
  ) {
    let index = position(of: app)
    guard index < entries.count, entries[index].app == app else {
      var state = nothing
      change(&state)
      if state != nothing { entries.insert(Entry(app: app, state: state), at: index) }
      return
    }
    change(&entries[index].state)
    if entries[index].state == nothing { entries.remove(at: index) }
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
