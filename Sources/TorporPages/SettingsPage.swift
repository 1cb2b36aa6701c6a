import TorporModel
import TorporText
import TorporWire

// Settings, and what changes them.

extension PageQuestion {
  /// The settings of an app, or of the device.
  public static func settings(of app: String?) -> PageQuestion {
    PageQuestion(Control.GetSettings(app: app)) { (reply) throws(WireError) in
      let values = reply.parameters
      let rows = Control.settings.compactMap { row in
        values[row.key].map { SettingFacts.json(row, $0) }
      }
      return .object(["settings": .array(rows)])
    }
  }

  /// A change of settings: JSON with the members of `ChangeSetting`.
  ///
  /// - Throws: `PageFailure` where it is none.
  public static func change(_ body: [UInt8]) throws(PageFailure) -> PageQuestion {
    let call: Control.ChangeSetting
    guard let json = try? JSON(parsing: body), case .object = json else {
      throw PageFailure(
        status: 400,
        sentence: "The change is not an object of JSON. Load the page again."
      )
    }
    do throws(WireError) {
      call = try Control.ChangeSetting(parameters: json)
    } catch {
      throw PageFailure(status: 400, sentence: Printable.line(error.sentence))
    }
    return PageQuestion(call) { (_) throws(WireError) in .object([]) }
  }
}

/// A setting for a page: its name, its value, and what else it can be.
enum SettingFacts {
  static func json(_ row: SettingRow, _ value: JSON) -> JSON {
    .object(optional: [
      ("name", .string(row.name)), ("key", .string(row.key)), ("value", value),
      ("form", .string(form(row.form))), ("choices", choices(row.form, value)),
    ])
  }

  private static func form(_ form: SettingRow.Form) -> String {
    switch form {
    case .flag: "flag"
    case .words: "words"
    case .time: "time"
    case .number: "number"
    }
  }

  /// Lengths that a person is offered: our choice, from a minute to a day.
  private static let lengths: [Duration] = [
    .minutes(1), .minutes(5), .minutes(15), .hours(1), .hours(6), .hours(24),
  ]

  private static func choices(_ form: SettingRow.Form, _ value: JSON) -> JSON? {
    switch form {
    case .flag, .number: return nil
    case .words(let words):
      return .array(words.map { .object(["value": .string($0), "text": .string($0)]) })
    case .time(let zero, let limits):
      let current = value.integer(as: Int64.self)
      var offered = Set(lengths.map(\.microseconds).filter(limits.contains))
      if let current { offered.insert(current) }
      if zero != nil { offered.insert(0) }
      return .array(
        offered.sorted().map { microseconds in
          let text = microseconds == 0 ? zero ?? "0s" : Duration.microseconds(microseconds).phrase
          return .object(["value": .integer(microseconds), "text": .string(text)])
        }
      )
    }
  }
}
