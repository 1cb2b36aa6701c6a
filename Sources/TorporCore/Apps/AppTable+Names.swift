package import TorporModel

/// What a name that a person typed stands for.
package enum AppMatch: Hashable, Sendable {
  case found(AppIdentifier)
  /// Several have the name: all of them, by identifier.
  case ambiguous([AppIdentifier])
  /// Nothing has the name; these come near it, at most three.
  case unknown(similar: [AppIdentifier])
}

extension AppTable {
  /// Looks a name up: an identifier, else the one app whose name or last part it is.
  ///
  /// Several commands of one program have its name, and numbers in their identifiers. `=` and an identifier
  /// (`AppIdentifier.exactName`) mean that app only.
  package func match(_ text: String, among isVisible: (AppIdentifier) -> Bool) -> AppMatch {
    if text.first == AppIdentifier.exactMark {
      guard let app = AppIdentifier(String(text.dropFirst())), self[app] != nil, isVisible(app)
      else { return .unknown(similar: []) }
      return .found(app)
    }
    if let app = AppIdentifier(text), self[app] != nil, isVisible(app) { return .found(app) }
    let visible = records.filter { isVisible($0.identifier) }
    let wanted = text.lowercased()
    let named = visible.filter {
      $0.manifest.name.lowercased() == wanted || $0.identifier.lastPart == wanted
    }
    if named.count == 1 { return .found(named[0].identifier) }
    guard named.isEmpty else {
      return .ambiguous(named.map(\.identifier))
    }
    let near = visible.map(\.identifier).filter { $0.isNear(wanted) }
    return .unknown(similar: Array(near.prefix(3)))
  }
}

extension AppIdentifier {
  fileprivate var lastPart: String {
    text.split(separator: ".").last.map { $0.lowercased() } ?? ""
  }

  /// Whether a mistyped name may mean this app: one holds the other, or they differ by two letters.
  fileprivate func isNear(_ wanted: String) -> Bool {
    let whole = text.lowercased()
    let wantedPart = wanted.split(separator: ".").last.map(String.init) ?? wanted
    if whole.holds(wanted) || (lastPart.count > 2 && wanted.holds(lastPart)) { return true }
    return editDistance(lastPart, wantedPart, max: 2) <= 2
  }
}

/// How many letters must change to make one word of the other; `max + 1` as soon as it is more.
private func editDistance(_ one: String, _ other: String, max: Int) -> Int {
  let left = Array(one.utf8)
  let right = Array(other.utf8)
  guard abs(left.count - right.count) <= max, min(left.count, right.count) > max else {
    return left == right ? 0 : max + 1
  }
  var previous = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var current = [row + 1]
    for (column, candidate) in right.enumerated() {
      let replaced = previous[column] + (letter == candidate ? 0 : 1)
      current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
    }
    previous = current
  }
  return previous[right.count]
}
