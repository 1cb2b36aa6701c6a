package import TorporModel

/// The result of looking up a name typed by a user.
package enum AppMatch: Hashable, Sendable {
  case found(AppIdentifier)
  /// Several have the name: all of them, by identifier.
  case ambiguous([AppIdentifier])
  /// No app has the name; these are similar, at most three.
  case unknown(similar: [AppIdentifier])
}

extension AppTable {
  /// Looks a name up: an identifier, or else the name or the last part of the identifier of one app.
  ///
  /// Several commands of one program have its name, and numbers in their identifiers. `=` and an
  /// identifier (`AppIdentifier.exactName`) match only that app.
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

  /// Returns whether a mistyped name may mean this app: one contains the other, or they differ by at most two letters.
  fileprivate func isNear(_ wanted: String) -> Bool {
    let whole = text.lowercased()
    let wantedPart = wanted.split(separator: ".").last.map(String.init) ?? wanted
    if whole.holds(wanted) || (lastPart.count > 2 && wanted.holds(lastPart)) { return true }
    return editDistance(lastPart, wantedPart, max: 2) <= 2
  }
}

/// Returns how many letters must change to turn one word into the other; `max + 1` as soon as it is more.
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
