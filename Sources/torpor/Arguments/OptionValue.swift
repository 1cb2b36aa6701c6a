import TorporModel
import TorporText

/// Values of options that several verbs have, with what is said of a wrong one.
enum OptionValue {
  /// A length of time.
  ///
  /// - Throws: `CommandFailure.usage`.
  static func length(_ option: String, _ text: String?) throws(CommandFailure) -> Duration? {
    guard let text else { return nil }
    if let length = DurationArgument.parse(text) { return length }
    throw .usage(
      "\(option) takes a length such as 30s, 10m, 2h or 1h30m, not '\(text)'."
        + (text.contains(".") ? fraction : Spelling.hint(DurationArgument.nearest(to: text)))
    )
  }

  /// What is said of a length such as `0.1s` or `1.5h30m`.
  private static let fraction =
    " Only its last number may have a fraction, as in 1.5h, and the length is a whole number of seconds."

  /// A moment, in seconds since 1970.
  ///
  /// - Throws: `CommandFailure.usage`.
  static func moment(
    _ option: String,
    _ text: String?,
    at now: Int64,
    in zone: LocalZone
  ) throws(CommandFailure) -> Int64? {
    guard let text else { return nil }
    if let moment = TimeArgument.parse(text, at: now, in: zone) { return moment }
    let length = DurationArgument.parse(text) == nil ? nil : "+" + text
    throw .usage(
      "\(option) takes a local time such as \(TimeArgument.forms), not '\(text)'."
        + Spelling.hint(length)
    )
  }
}
