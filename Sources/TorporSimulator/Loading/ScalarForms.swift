import TorporModel

/// The forms that scalars of scenario files take.
enum Forms {
  static var duration: ScalarForm<Duration> {
    ScalarForm(meant: "a duration such as 250ms, 5s or 1h30m", parse: ScalarValues.duration)
  }
  static var signedDuration: ScalarForm<Duration> {
    ScalarForm(meant: "a jump such as +1h or -30m", parse: ScalarValues.signedDuration)
  }
  static var size: ScalarForm<Int64> {
    ScalarForm(meant: "a size such as 900 B, 100 kB, 20 MB or 3 GB", parse: ScalarValues.size)
  }
  static var rate: ScalarForm<Int64> {
    ScalarForm(meant: "a rate such as 2 MB/s", parse: ScalarValues.rate)
  }
  static var percentage: ScalarForm<Double> {
    ScalarForm(meant: "a percentage from 0% to 100%", parse: ScalarValues.percentage)
  }
  static var wholePercentage: ScalarForm<Int> {
    ScalarForm(meant: "a whole percentage from 0% to 100%") {
      ScalarValues.percentage($0).flatMap { Int(exactly: $0) }
    }
  }
  static var timeOfDay: ScalarForm<Int> {
    ScalarForm(meant: "a time of day such as \"08:30\"", parse: ScalarValues.timeOfDay)
  }
  static var boolean: ScalarForm<Bool> {
    ScalarForm(meant: "true or false", parse: ScalarValues.boolean)
  }
  /// For keys whose being there says all.
  static var yes: ScalarForm<Bool> {
    ScalarForm(meant: "true; leave the key out otherwise") { $0 == "true" ? true : nil }
  }
  static var natural: ScalarForm<Int> {
    ScalarForm(meant: "a whole number", parse: ScalarValues.natural)
  }
  static var real: ScalarForm<Double> {
    ScalarForm(meant: "a number", parse: ScalarValues.real)
  }
  static var seed: ScalarForm<UInt64> {
    ScalarForm(meant: "a whole number") { text in
      text.allSatisfy { $0.isASCII && $0.isNumber } ? UInt64(text) : nil
    }
  }
  static var wallClock: ScalarForm<Int64> {
    ScalarForm(
      meant: "a date such as \"2026-03-02T08:00:00Z\"",
      parse: WallClockText.nanoseconds
    )
  }
  static var timeZone: ScalarForm<ScenarioZone> {
    ScalarForm(meant: "a time zone of this machine such as Europe/Berlin", parse: ScenarioZone.init)
  }
  static var text: ScalarForm<String> {
    ScalarForm(meant: "a text") { $0.isEmpty ? nil : $0 }
  }
  static var exitStatus: ScalarForm<Int32> {
    ScalarForm(meant: "an exit status from 0 to 255") { text in
      ScalarValues.natural(text).flatMap { $0 <= 255 ? Int32($0) : nil }
    }
  }

  /// A transfer's state, but for `suspended`: no step holds a transfer.
  static var transferState: ScalarForm<TransferState> {
    let states = TransferState.allCases.filter { $0 != .suspended }
    return ScalarForm(meant: "a state of a transfer", allowed: states.map(\.rawValue)) { text in
      states.first { $0.rawValue == text }
    }
  }

  /// One of the raw values of an enumeration.
  static func choice<Value: RawRepresentable & CaseIterable>(_ meant: String) -> ScalarForm<Value>
  where Value.RawValue == String {
    ScalarForm(meant: meant, allowed: Value.allCases.map(\.rawValue)) { Value(rawValue: $0) }
  }
}
