import TorporModel
import TorporText
import TorporWire

// Settings, and what changes them.

/// The settings of an app, or of the device, and which of them an administrator has fixed, as JSON.
public struct SettingsQuestion: PageConversation {
  /// What to ask next; `nil` once all is there.
  public private(set) var message: [UInt8]?
  private let values: Control.GetSettings
  private let restrictions: Control.GetRestrictions
  private var reply: Control.GetSettings.Reply?
  private var fixed: Control.GetRestrictions.Reply?

  /// 10 s for two answers; our choice.
  public var patienceSeconds: Int { 10 }

  /// Begins to ask; `app`: `nil` for the device.
  public init(app: String?) {
    values = Control.GetSettings(app: app)
    restrictions = Control.GetRestrictions(app: app)
    message = Array(values.varlinkCall.bytes.dropLast())
  }

  /// Takes the answer to what was asked.
  ///
  /// - Throws: `PageFailure` with what the daemon says.
  public mutating func take(_ message: [UInt8]) throws(PageFailure) {
    do throws(WireError) {
      let answer = try VarlinkReply(message: message[...])
      if reply == nil {
        reply = try values.reply(from: answer)
        self.message = Array(restrictions.varlinkCall.bytes.dropLast())
      } else {
        fixed = try restrictions.reply(from: answer)
        self.message = nil
      }
    } catch {
      throw PageFailure(error)
    }
  }

  /// What the page shows, as JSON.
  public var content: [UInt8] {
    guard let values = reply?.parameters, let fixed else { return [] }
    let rows = Control.settings.compactMap { row in
      values[row.key].map { SettingFacts.json(row, $0, isFixed: fixed.settings.contains(row.name)) }
    }
    return JSON.object(optional: [
      ("settings", .array(rows)), ("file", fixed.file.map { .string(Printable.line($0)) }),
      ("mistakes", .lines(fixed.mistakes)),
    ]).bytes
  }
}

extension PageQuestion {
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
  static func json(_ row: SettingRow, _ value: JSON, isFixed: Bool) -> JSON {
    .object(optional: [
      ("name", .string(row.name)), ("key", .string(row.key)), ("value", value),
      ("form", .string(form(row.form))), ("choices", choices(row.form, value)),
      ("isFixed", .bool(isFixed)),
    ])
  }

  private static func form(_ form: SettingRow.Form) -> String {
    switch form {
    case .flag: "flag"
    case .words: "words"
    case .time: "time"
    case .number: "number"
    case .size: "size"
    case .energy: "energy"
    }
  }

  /// Lengths that a person is offered: our choice, from a minute to a day.
  private static let lengths: [Duration] = [
    .minutes(1), .minutes(5), .minutes(15), .hours(1), .hours(6), .hours(24),
  ]

  /// Amounts that a person is offered for a day, in bytes and in joules: our choice, from a few pages to a few films,
  /// and from some wakes of a radio (18 J each) to a large part of a battery.
  private static let sizes: [Int64] = [10, 50, 100, 500, 1000, 5000].map { $0 * bytesInMegabyte }
  private static let energies: [Int64] = [100, 300, 1000, 3000]
  private static let bytesInMegabyte: Int64 = 1_000_000

  /// `50 MB`; `1234567 bytes` where it is no whole number of them.
  private static func phrase(bytes: Int64) -> String {
    bytes % bytesInMegabyte == 0 ? "\(bytes / bytesInMegabyte) MB" : "\(bytes) bytes"
  }

  /// What is offered, with the present value and none where there may be none, the smallest first.
  private static func offer(
    _ amounts: [Int64],
    _ value: JSON,
    zero: String?,
    _ limits: ClosedRange<Int64>,
    as phrase: (Int64) -> String
  ) -> JSON {
    var offered = Set(amounts.filter(limits.contains))
    if let current = value.integer(as: Int64.self) { offered.insert(current) }
    if zero != nil { offered.insert(0) }
    return .array(
      offered.sorted().map { amount in
        let text = amount == 0 ? zero ?? phrase(0) : phrase(amount)
        return .object(["value": .integer(amount), "text": .string(text)])
      }
    )
  }

  private static func choices(_ form: SettingRow.Form, _ value: JSON) -> JSON? {
    switch form {
    case .flag, .number: return nil
    case .words(let words):
      return .array(words.map { .object(["value": .string($0), "text": .string($0)]) })
    case .time(let zero, let limits):
      let phrase = { (length: Int64) in length == 0 ? "0s" : Duration.microseconds(length).phrase }
      return offer(lengths.map(\.microseconds), value, zero: zero, limits, as: phrase)
    case .size(let zero, let limits):
      return offer(sizes, value, zero: zero, limits, as: phrase(bytes:))
    case .energy(let zero, let limits):
      return offer(energies, value, zero: zero, limits) { "\($0) J" }
    }
  }
}
