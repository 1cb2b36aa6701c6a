import TorporModel
import TorporPosix
import TorporText

/// A calendar expression as a person types it, with a word of help for what is nearly one.
enum CalendarArgument {
  /// The expression.
  ///
  /// - Throws: `CommandFailure.usage` naming the option, the place of the mistake and what is allowed.
  static func parse(
    _ text: String,
    of option: String,
    zones: ZoneFolder = ZoneFolder()
  ) throws(CommandFailure) -> CalendarExpression {
    let expression: CalendarExpression
    do throws(CalendarMistake) {
      expression = try CalendarExpression(parsing: text)
    } catch {
      let hint = momentHint(for: text, of: option) ?? hint(for: text)
      throw .usage("\(option): \(error.sentence)" + hint)
    }
    if let zone = expression.zone, !zones.has(zone) {
      throw .usage(
        "\(option): there is no time zone '\(zone)' on this machine."
          + Spelling.hint(zones.nearest(to: zone)) + " `timedatectl list-timezones` lists them all."
      )
    }
    return expression
  }

  /// What takes the moment or the length of time that was typed; `--at` takes a calendar expression.
  private static func momentHint(for text: String, of option: String) -> String? {
    guard option == "--at" else { return nil }
    let moment = DurationArgument.parse(text) == nil ? text : "+" + text
    guard TimeArgument.parse(moment, at: 0, in: .current) != nil else { return nil }
    return " Did you mean --not-before '\(moment)'?"
  }

  /// What was meant instead, where that is plain.
  private static func hint(for text: String) -> String {
    if let interval = interval(text) { return Spelling.hint(interval) }
    let words = text.split(separator: " ")
    let isCron = words.count == 5 && words.allSatisfy { $0.utf8.allSatisfy(cronBytes.contains) }
    if isCron {
      return " This looks like cron; in systemd's language '30 3 * * 1-5' is 'Mon..Fri 03:30'."
    }
    guard words.count == 1 else { return "" }
    return Spelling.hint(for: text, among: shorthands)
  }

  /// A length of time as the expression that comes round as often: `15m` is `*:0/15`.
  private static func interval(_ text: String) -> String? {
    guard let length = DurationArgument.parse(text) else { return nil }
    let minutes = length.nanoseconds / 60_000_000_000
    switch minutes {
    case 1: return "minutely"
    case 60: return "hourly"
    case 1440: return "daily"
    case 10_080: return "weekly"
    case 2..<60 where 60 % minutes == 0: return "*:0/\(minutes)"
    case 120..<1440 where 1440 % minutes == 0 && minutes % 60 == 0: return "0/\(minutes / 60):00"
    default: return nil
    }
  }

  private static let cronBytes = Array("0123456789*,-/".utf8)

  /// The words that stand for a whole expression (systemd.time(7)).
  private static let shorthands = [
    "minutely", "hourly", "daily", "weekly", "monthly", "quarterly", "semiannually", "yearly",
  ]
}

/// The time zones of this machine.
struct ZoneFolder {
  /// Where they are.
  var root = "/usr/share/zoneinfo"

  /// Whether the machine has the zone; one that has none at all cannot say, and is not asked.
  func has(_ zone: ZoneName) -> Bool {
    if zone == .utc || !Files.isFolder(root) { return true }
    let path = root + "/" + zone.text
    return Files.exists(path) && !Files.isFolder(path)
  }

  /// The zone of the same folder, or else of any, whose name is nearest.
  func nearest(to zone: ZoneName) -> String? {
    let folders = [""] + Files.names(in: root).filter { Files.isFolder(root + "/" + $0) }.sorted()
    let zones = folders.flatMap { folder in
      let path = folder.isEmpty ? root : root + "/" + folder
      return Files.names(in: path).sorted().filter { !Files.isFolder(path + "/" + $0) }
        .map { folder.isEmpty ? $0 : folder + "/" + $0 }
    }
    return Spelling.nearest(to: zone.text, among: zones)
      ?? zones.first { $0.lowercased().hasSuffix("/" + zone.text.lowercased()) }
  }
}
