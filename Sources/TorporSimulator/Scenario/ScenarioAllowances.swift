import TorporCore
import TorporModel

/// What the user lets background work use; what is `nil` stays as it is.
package struct ScenarioAllowances: Hashable, Sendable {
  /// 0: as much as it likes.
  var joules: Int?
  var bytes: Int64?
  var wifiOnly: Bool?
  var automaticDownloads: AutomaticDownloads?

  /// The settings of an app after the change.
  func applied(to settings: AppSettings) -> AppSettings {
    var settings = settings
    if let joules { settings.energyAllowanceJoules = joules }
    if let bytes { settings.dataAllowanceBytes = bytes }
    if let wifiOnly { settings.wifiOnly = wifiOnly }
    if let automaticDownloads { settings.automaticDownloads = automaticDownloads }
    return settings
  }

  /// The changes of the device, one by one.
  var ofDevice: [KeptSetting] {
    [
      joules.map { .energyAllowanceJoules($0) }, bytes.map { .dataAllowanceBytes($0) },
      wifiOnly.map { .wifiOnly($0) }, automaticDownloads.map { .automaticDownloads($0) },
    ].compactMap { $0 }
  }

  /// "energyAllowance 20 J, wifiOnly on", for people.
  var sentence: String {
    func onOff(_ isOn: Bool) -> String { isOn ? "on" : "off" }
    let parts = [
      joules.map { "energyAllowance \($0) J" }, bytes.map { "dataAllowance \($0) B" },
      wifiOnly.map { "wifiOnly \(onOff($0))" },
      automaticDownloads.map { "automaticDownloads \($0.rawValue)" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}
