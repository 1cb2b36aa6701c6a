package import TorporModel
package import TorporWire

/// What is written in the file in which an administrator fixes settings.
///
/// A line is what stands behind `torpor settings`, with `*` for all apps:
///
///     wifiOnly=on
///     * location=whenInUse
///     com.example.mail backgroundRefresh=off dataAllowance=50MB
package struct RestrictionsFile: Hashable, Sendable {
  /// Whose settings a line fixes.
  package enum Subject: Hashable, Sendable {
    case device, allApps
    case app(AppIdentifier)
  }

  /// One setting that is fixed.
  package struct Entry: Hashable, Sendable {
    package let subject: Subject
    /// The setting by its name for people.
    package let name: String
    package let change: Control.ChangeSetting
  }

  package private(set) var entries: [Entry] = []
  /// What is wrong, each with the file and the line; the rest of the file counts.
  package private(set) var mistakes: [String] = []

  /// The most mistakes that are named: more than fit on a screen; our choice.
  package static let mistakesMax = 50

  /// Reads a file; nothing of it is refused as a whole.
  package init(_ text: String, path: String) {
    var lineOf: [Key: Int] = [:]
    // By scalars: a carriage return with its line feed is one Character, and so is a sign with an accent on it.
    let scalars = text.unicodeScalars.drop { $0 == "\u{FEFF}" }
    for (index, line) in scalars.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      let place = "\(Printable.line(path)):\(index + 1)"
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.properties.isWhitespace)
        .map { String($0) }
      guard !words.isEmpty else { continue }
      do throws(Mistake) {
        let (subject, settings) = try RestrictionsFile.subject(of: words)
        for word in settings {
          do throws(Mistake) {
            let entry = try RestrictionsFile.entry(word, of: subject)
            let key = Key(subject: subject, name: entry.name)
            if let line = lineOf[key] {
              throw Mistake("\(entry.name) is already in line \(line)")
            }
            lineOf[key] = index + 1
            entries.append(entry)
          } catch {
            let stop = error.cause.hasSuffix("?") ? "" : "."
            mistakes.append(
              "\(place): \(error.cause)\(stop) '\(Printable.line(word))' fixes nothing."
            )
          }
        }
      } catch {
        let stop = error.cause.hasSuffix("?") ? "" : "."
        mistakes.append("\(place): \(error.cause)\(stop) The line fixes nothing.")
      }
    }
    guard mistakes.count > Self.mistakesMax else { return }
    let more = mistakes.count - Self.mistakesMax
    mistakes.removeLast(more)
    mistakes.append("\(Printable.line(path)): \(more) more mistakes are not listed.")
  }

  private struct Key: Hashable {
    let subject: Subject
    let name: String
  }

  /// What is wrong, as a sentence without its full stop.
  private struct Mistake: Error {
    let cause: String

    init(_ cause: String) { self.cause = cause }
  }

  private static func subject(
    of words: [String]
  ) throws(Mistake) -> (Subject, ArraySlice<String>) {
    guard let first = words.first, !first.contains("=") else { return (.device, words[...]) }
    let rest = words.dropFirst()
    let name = Printable.line(first)
    guard !rest.isEmpty else {
      throw Mistake("'\(name)' has no setting behind it; write KEY=VALUE, or \(name) KEY=VALUE")
    }
    if first == "*" { return (.allApps, rest) }
    guard let app = AppIdentifier(first) else {
      throw Mistake("'\(name)' is not the identifier of an app; `torpor ps` shows them")
    }
    return (.app(app), rest)
  }

  private static func entry(_ word: String, of subject: Subject) throws(Mistake) -> Entry {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw Mistake("KEY=VALUE is expected") }
    let (name, text) = (String(parts[0]), String(parts[1]))
    let scope: SettingRow.Scope = subject == .device ? .device : .app
    guard let row = Control.settings.first(where: { $0.name == name && $0.isOf(scope) }) else {
      throw unknown(name, scope)
    }
    if row.key == "location", text == LocationAuthorization.notDetermined.rawValue {
      throw Mistake("location=\(text) leaves it to the user, which restricts nothing")
    }
    let value: JSON
    do throws(SettingMistake) {
      value = try row.value(of: text)
    } catch {
      throw Mistake(
        error.sentence.hasSuffix(".") ? String(error.sentence.dropLast()) : error.sentence
      )
    }
    let app = subject == .device ? [] : [JSON.Member("app", .string(subject.text))]
    do throws(WireError) {
      let change = try Control.ChangeSetting(
        parameters: .object(app + [JSON.Member(row.key, value)])
      )
      return Entry(subject: subject, name: name, change: change)
    } catch {
      throw Mistake("\(name) cannot be '\(Printable.line(text))'")
    }
  }

  private static func unknown(_ name: String, _ scope: SettingRow.Scope) -> Mistake {
    let whose = scope == .device ? "the device" : "an app"
    let other: SettingRow.Scope = scope == .device ? .app : .device
    let isOther = Control.settings.contains { $0.name == name && $0.isOf(other) }
    let names = Control.settings.filter { $0.isOf(scope) }.map(\.name)
    let hint =
      switch (isOther, scope) {
      case (true, .device): "; apps have it, so write an app, or * for all, in front of it"
      case (true, .app): "; the device has it, so write it without an app"
      case (false, _):
        Spelling.nearest(to: name, among: names).map { ", only '\($0)'" } ?? ""
      }
    return Mistake("\(whose) has no setting '\(Printable.line(name))'" + hint)
  }
}

extension RestrictionsFile.Subject {
  fileprivate var text: String {
    switch self {
    case .device: ""
    case .allApps: "*"
    case .app(let app): app.text
    }
  }
}
