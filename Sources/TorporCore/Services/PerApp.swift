package import TorporModel

/// What a service keeps of each app, in the order of identifiers; an app with nothing has no entry.
package struct PerApp<State: Hashable & Sendable>: Hashable, Sendable {
  private var entries: [Entry] = []

  private struct Entry: Hashable, Sendable {
    let app: AppIdentifier
    var state: State
  }

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// The apps that there is something of.
  package var apps: [AppIdentifier] { entries.map(\.app) }

  package subscript(app: AppIdentifier) -> State? {
    get {
      let index = position(of: app)
      return index < entries.count && entries[index].app == app ? entries[index].state : nil
    }
    set {
      let index = position(of: app)
      let isThere = index < entries.count && entries[index].app == app
      switch (newValue, isThere) {
      case (let value?, true): entries[index].state = value
      case (let value?, false): entries.insert(Entry(app: app, state: value), at: index)
      case (nil, true): entries.remove(at: index)
      case (nil, false): break
      }
    }
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
