import Synchronization
import TorporCore
package import TorporModel

/// What replaces texts, places and numbers in a recording that is given away (docs/decisions/0055).
///
/// First everything is seen, then it is replaced: the same thing by the same pseudonym throughout. Pseudonyms are in the
/// order of what they replace, since the policy decides by that order where nothing else does, and what begins with an
/// identifier that a pattern is made of still does.
package final class Pseudonyms: SavedTrimming {
  private struct State {
    var texts: Set<String> = []
    var numbers: [TrimmedNumber: Set<UInt64>] = [:]
    var places: MovedPlaces
    /// `nil`: everything is still seen.
    var names: [String: String]?
    var ordinals: [TrimmedNumber: [UInt64: UInt64]] = [:]
  }

  private let state: Mutex<State>

  package init(using random: inout some RandomNumberGenerator) {
    state = Mutex(State(places: MovedPlaces(using: &random)))
  }

  // MARK: What was seen

  /// How many texts were replaced.
  package var textCount: Int { state.withLock { $0.texts.count } }
  package var placeCount: Int { state.withLock { $0.places.count } }
  package func numberCount(_ kind: TrimmedNumber) -> Int {
    state.withLock { $0.numbers[kind]?.count ?? 0 }
  }

  /// Every text that was seen and is replaced.
  package var originals: Set<String> { state.withLock { $0.texts } }

  /// What replaces a text that was seen; `nil`: it is in no value.
  package func pseudonym(of text: String) -> String? { state.withLock { $0.names?[text] } }

  // MARK: Replacing

  package func text(_ text: String) -> String {
    if PublicTexts.contains(text) { return text }
    let (prefix, rest) = Self.parts(of: text)
    if PublicTexts.contains(rest) { return text }
    return state.withLock { state in
      guard let names = state.names else {
        state.texts.insert(rest)
        return text
      }
      // Everything was seen before; what was not is nothing that anybody may know.
      return prefix + (names[rest] ?? "unseen")
    }
  }

  package func number(_ number: UInt64, _ kind: TrimmedNumber) -> UInt64 {
    // Root is root everywhere, and no server is no server.
    guard number != 0 else { return 0 }
    return state.withLock { state in
      guard state.names != nil else {
        state.numbers[kind, default: []].insert(number)
        return number
      }
      return state.ordinals[kind]?[number] ?? 0
    }
  }

  package func place(
    latitude: Double,
    longitude: Double
  ) -> (latitude: Double, longitude: Double) {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    let moved = state.withLock { state in
      if state.names == nil {
        state.places.see(place)
        return place
      }
      return state.places.moved(place)
    }
    return (moved.latitude, moved.longitude)
  }

  // MARK: Pseudonyms

  /// Ends the look: from now on everything that was seen is replaced.
  package func giveNames() {
    state.withLock { state in
      state.names = Self.names(of: state.texts)
      for (kind, numbers) in state.numbers {
        // Users of a machine have numbers from 1000 on.
        let base: UInt64 = kind == .user ? 1000 : 1
        let ordinals = numbers.sorted().enumerated().map { ($0.element, base + UInt64($0.offset)) }
        state.ordinals[kind] = Dictionary(uniqueKeysWithValues: ordinals)
      }
    }
  }

  /// The prefix that the system gives, and the rest.
  private static func parts(of text: String) -> (prefix: String, rest: String) {
    for prefix in PublicTexts.prefixes where text.hasPrefix(prefix) {
      return (prefix, String(text.dropFirst(prefix.count)))
    }
    return ("", text)
  }

  /// The end of a pattern, which permits every identifier with its beginning.
  private static let patternEnd = ".*"
  /// Endings by which the policy knows a sound that can be played.
  private static let soundEndings = [".aif", ".aiff", ".caf", ".wav"]
  /// Longer texts keep their length, since some are too long for what they are sent to; in bytes, below every limit
  /// of the policy on texts.
  private static let lengthKeptFrom = 65

  private static func names(of texts: Set<String>) -> [String: String] {
    // A pattern without its star, and all that it begins with.
    let patterns = texts.filter { $0.hasSuffix(patternEnd) }.map { String($0.dropLast()) }
    let stems = Set(patterns).union(
      texts.filter { text in patterns.contains { $0.hasPrefix(text) } }
    )
    let sorted = texts.union(patterns).sorted()
    let digits = max(4, String(sorted.count).count)
    var names: [String: String] = [:]
    /// Stems that the text begins with, the longest last.
    var open: [String] = []
    for (index, text) in sorted.enumerated() {
      while let stem = open.last, !text.hasPrefix(stem) { open.removeLast() }
      let number = String(index + 1)
      let token =
        letter(of: text) + String(repeating: "0", count: digits - number.count) + number
      names[text] = name(of: text, token, below: open.last.map { ($0, names[$0] ?? "") })
      if stems.contains(text) { open.append(text) }
    }
    return names
  }

  private static func name(
    of text: String,
    _ token: String,
    below stem: (text: String, name: String)?
  ) -> String {
    let rest = stem.map { String(text.dropFirst($0.text.count)) } ?? text
    // The dot before the star of a pattern, and the star.
    if let stem, rest == "." || rest == "*" { return stem.name + rest }
    var name = token
    if let stem {
      let joint = stem.text.hasSuffix(".") ? "" : rest.hasPrefix(".") ? "." : rest < "." ? "-" : ""
      name = stem.name + joint + token
    }
    let ending =
      soundEndings.first { text.lowercased().hasSuffix($0) } ?? (text.hasSuffix(".") ? "." : "")
    let length = text.utf8.count
    if length >= lengthKeptFrom, name.utf8.count + ending.utf8.count < length {
      name += String(repeating: "-", count: length - name.utf8.count - ending.utf8.count)
    }
    return name + ending
  }

  /// So that texts keep their order also to those that stay.
  private static func letter(of text: String) -> String {
    let letters = ["c", "n", "u"]
    return letters[PublicTexts.landmarks.count { $0 <= text }]
  }
}
