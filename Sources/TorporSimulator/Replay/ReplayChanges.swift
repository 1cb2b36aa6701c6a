import TorporCore
import TorporDaemon
import TorporModel
package import TorporWire

/// What is to be different, as it was asked for.
package struct ReplayChanges {
  /// Calls of the interface, as `torpor settings` makes them.
  package var settings: [Control.ChangeSetting] = []
  /// Names of apps that are not there.
  package var without: [String] = []
  /// The same as they were typed.
  package var words: [String] = []

  package init() {}

  var isEmpty: Bool { settings.isEmpty && without.isEmpty }

  /// - Throws: `ReplayFailure` where it does not fit what was recorded.
  func found(in recording: ExactReplay) throws(ReplayFailure) -> DeviceChanges {
    var changes = DeviceChanges()
    for name in without { changes.removed.insert(try find(name, in: recording)) }
    for change in settings {
      var app: AppIdentifier?
      if let name = change.app { app = try find(name, in: recording) }
      if let device = recording.firstDevice,
        case .settingRestricted(let settings, let file) = change.restriction(on: device, of: app)
      {
        throw ReplayFailure(
          "'\(file)' fixed \(settings.joined(separator: ", ")) on the recorded device, and a replay keeps to it."
        )
      }
      if let app {
        changes.apps[app, default: []].append(change)
      } else {
        changes.device += change.deviceSettings
      }
    }
    return changes
  }

  /// Of what is there when the recording begins, when it ends, and whatever came and went between.
  private func find(
    _ name: String,
    in recording: ExactReplay
  ) throws(ReplayFailure) -> AppIdentifier {
    for device in [recording.firstDevice, recording.device].compactMap({ $0 }) {
      switch device.apps.match(name, among: { _ in true }) {
      case .found(let app): return app
      case .ambiguous(let apps):
        throw ReplayFailure(
          "Several apps of the recording are called '\(name)': "
            + "\(apps.map(\.text).joined(separator: ", ")). Name one of them in full."
        )
      case .unknown: continue
      }
    }
    if let app = recording.appsSeen.first(where: { $0.text == name }) { return app }
    let apps = recording.appsSeen.map(\.text).sorted()
    let shown = apps.prefix(10).joined(separator: ", ") + (apps.count > 10 ? ", …" : "")
    throw ReplayFailure(
      "No app '\(name)' is in the recording"
        + (apps.isEmpty ? "; it has none." : "; it has \(shown).")
    )
  }
}

/// What is different on the other device.
struct DeviceChanges {
  var removed: Set<AppIdentifier> = []
  var device: [Setting] = []
  /// Of each app, what is put on top of the settings that it had when it was recorded.
  var apps: [AppIdentifier: [Control.ChangeSetting]] = [:]

  /// The settings with those that are to be different; all others stay.
  func applied(to settings: AppSettings, of app: AppIdentifier) -> AppSettings {
    (apps[app] ?? []).reduce(settings) { $1.applied(to: $0) }
  }

  /// What is changed before the first input.
  func settings(on device: Device) -> [Setting] {
    self.device
      + apps.keys.sorted().compactMap { app in
        device.apps[app].map { record in
          .appSettings(app: app, settings: applied(to: record.settings, of: app))
        }
      }
  }
}
