import Testing
import TorporModel
import TorporText
import TorporWire

@testable import torpor

/// Every text in every answer of the daemon, one after the other, is replaced by something hostile;
/// what people would then see is looked at character by character.
@Suite("Text that a peer sets")
struct ForeignTextTests {
  private static let style = Style(isColored: true, seal: "k3y")

  /// What would clear the screen, set its title, forge a line, turn text around, or hide in a name.
  static let hostile = [
    "x\u{1b}]0;pwned\u{7}\u{1b}[2J", "a\nforged line", "a\r\nb", "\u{1b}[31mred\u{1b}[0m",
    "\u{9b}31m\u{7f}", "abc\u{202e}fdp.exe\u{2066}", "\u{2028}\u{2029}",
    "zero\u{200b}\u{feff}width",
    "tag\u{e0041}", "\u{1b}\u{301}[2J", "\u{1}\u{8}",
  ]

  /// A reply as the daemon sends it, and how such a reply is shown.
  struct Sample {
    let parameters: JSON
    let lines: (VarlinkReply) throws -> [String]

    init<Reply: WireReply>(_ reply: Reply, _ lines: @escaping (Reply) -> [String]) {
      parameters = reply.parameters
      self.lines = { lines(try Reply(reply: $0.result())) }
    }
  }

  @Test("reaches the terminal with every control character shown, whatever it stands in")
  func answers() throws {
    var seen: Set<String> = []
    for sample in AnswerSamples.all(Self.style) {
      let parameters = sample.parameters
      let free = Set(parameters.fields.filter { isFree($0, in: sample) })
      seen.formUnion(free.map { $0.joined(separator: ".") })
      for text in Self.hostile {
        let reply = VarlinkReply(parameters: parameters.replacing(free, with: text))
        for line in try sample.lines(reply) { try check(Self.style.safe(line)) }
      }
    }
    // The test must not become empty when answers get another form.
    for path in [
      "apps.name", "app.tasks.name", "decisions.conditions.subject", "jobs.command",
      "transfers.url", "notifications.notification.title", "accessories.name",
    ] {
      #expect(seen.contains(path), "\(path) of \(seen.sorted())")
    }
  }

  /// Whether the field takes any text; words of a closed list take no other.
  private func isFree(_ field: [String], in sample: Sample) -> Bool {
    let parameters = sample.parameters.replacing([field], with: "\u{7}")
    let reply = VarlinkReply(parameters: parameters)
    return (try? sample.lines(reply)) != nil
  }

  @Test("is as harmless in every error of the daemon")
  func errors() throws {
    for text in Self.hostile {
      let errors: [WireError] = [
        .refused(.unknownApp(name: text, similar: [])),
        .refused(.unknownJob(name: text, similar: [text])),
        .refused(.noSuchTask(identifier: text)),
        .malformedMessage(cause: text),
        .storageFailed(operation: text, path: text, cause: text, isDiskFull: false),
      ]
      for error in errors { try check(Printable.line(CommandFailure.refused(error).sentence)) }
    }
  }

  @Test("cannot forge the colours of this program, which stay")
  func colours() {
    let line = Self.style.paint("mail", .heading) + " \u{1b}[31mx\u{1b}[0m"
    #expect(Self.style.safe(line) == "\u{1b}[1mmail\u{1b}[0m \\x1b[31mx\\x1b[0m")
    #expect(Style.plain.safe("\u{1b}[1mx") == "\\x1b[1mx")
  }

  @Test("is JSON of the same meaning in --json, without a byte that a terminal obeys")
  func json() throws {
    for text in Self.hostile {
      let json = JSON.object(["name": .string(text)])
      let shown = Printable.json(String(decoding: json.bytes, as: UTF8.self))
      #expect(!shown.unicodeScalars.contains(where: Printable.isControl))
      #expect(try JSON(parsing: Array(shown.utf8)) == json)
    }
  }

  /// Nothing but the colours of the style is left of what a terminal obeys.
  private func check(_ line: String) throws {
    var rest = line
    for code in ["1", "2", "31", "32", "36", "0"] {
      rest = rest.replacing("\u{1b}[\(code)m")
    }
    #expect(!rest.unicodeScalars.contains(where: Printable.isControl), "\(rest.debugDescription)")
  }
}

extension String {
  /// Without the piece, scalar by scalar.
  fileprivate func replacing(_ piece: String) -> String {
    let piece = Array(piece.unicodeScalars)
    var kept = String.UnicodeScalarView()
    var rest = unicodeScalars[...]
    while let first = rest.first {
      if rest.starts(with: piece) {
        rest = rest.dropFirst(piece.count)
      } else {
        kept.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(kept)
  }
}

extension JSON {
  /// Where texts stand: the keys that lead to each, the same for all elements of an array.
  fileprivate var fields: Set<[String]> {
    switch self {
    case .string: [[]]
    case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.fields) }
    case .object(let members):
      members.reduce(into: []) { fields, member in
        for field in member.value.fields { fields.insert([member.key] + field) }
      }
    case .null, .bool, .integer, .unsigned, .number: []
    }
  }

  /// With the text in all those fields, in every element.
  fileprivate func replacing(
    _ fields: Set<[String]>,
    with text: String,
    at place: [String] = []
  ) -> JSON {
    switch self {
    case .string: fields.contains(place) ? .string(text) : self
    case .array(let elements): .array(elements.map { $0.replacing(fields, with: text, at: place) })
    case .object(let members):
      .object(
        members.map {
          Member($0.key, $0.value.replacing(fields, with: text, at: place + [$0.key]))
        }
      )
    case .null, .bool, .integer, .unsigned, .number: self
    }
  }
}
