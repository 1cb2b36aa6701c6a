import TorporCore
import TorporModel
import TorporWire

// Pictures of apps for the switcher: when one is taken, and when it goes.

extension Bridges {
  /// The picture of an app's window; `nil`: there is none.
  func snapshot(of app: AppIdentifier) -> AppSnapshotFile? {
    ownerOfApp(app).flatMap { desktops[$0]?.snapshots[app] }
  }

  /// Takes where the picture of an app lies; one of an app that is not its user's is of no account.
  func takePicture(of app: AppIdentifier, at path: String?, _ moment: Int64?, ofUser userID: UInt32)
  {
    guard let path, let moment else {
      desktops[userID]?.snapshots[app] = nil
      return
    }
    guard ownerOfApp(app) == userID else { return order(.removeSnapshot(app: app), toUser: userID) }
    desktops[userID]?.snapshots[app] = AppSnapshotFile(
      path: path,
      takenWallMicroseconds: moment,
      isOwn: false
    )
    // It may have been taken while the app went.
    mayHaveStrayPictures = true
  }

  /// After `didEnterBackground`, and after each run in the background, which ends with the freeze (T2, T3, T4).
  func notePictures(_ decision: Decision, of app: AppIdentifier, _ launch: LaunchIdentifier) {
    switch decision.action {
    case .moveToBackground: toBePictured[launch] = app
    case .freeze:
      toBePictured[launch] = nil
      picture(app, launch)
    case .end:
      toBePictured[launch] = nil
      mayHaveStrayPictures = true
    default: break
    }
  }

  func settlePictures(in device: Device) {
    for (launch, app) in toBePictured.sorted(by: { $0.key < $1.key }) {
      guard let slot = device.apps.slot(of: launch), let record = device.apps[slot: slot],
        record.process.phase == .background
      else {
        toBePictured[launch] = nil
        continue
      }
      // The app may hide secrets while it handles the event.
      guard !record.callbacks.contains(where: { $0 == .didEnterBackground }) else { continue }
      toBePictured[launch] = nil
      picture(app, launch)
    }
    guard mayHaveStrayPictures else { return }
    mayHaveStrayPictures = false
    for (user, desktop) in desktops {
      for app in desktop.snapshots.keys.sorted()
      where device.apps[app]?.showsInSwitcher != true {
        desktops[user]?.snapshots[app] = nil
        order(.removeSnapshot(app: app), toUser: user)
      }
    }
  }

  private func picture(_ app: AppIdentifier, _ launch: LaunchIdentifier) {
    order(.takeSnapshot(app: app, launch: launch.description), toUser: ownerOfApp(app))
  }
}

extension AppRecord {
  /// Whether it is in the switcher: the user has not removed it from there, and it is no job.
  var showsInSwitcher: Bool {
    !persistentState.isForceQuit && JobRecord.job(ofApp: identifier) == nil
  }
}
