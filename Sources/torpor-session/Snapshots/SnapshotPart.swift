import TorporModel
import TorporPosix
import TorporWire

/// Takes pictures of apps for the switcher when the daemon orders it, and keeps them in a folder of the user's state.
final class SnapshotPart: Part {
  let name = "snapshots"
  private let outbox: Outbox
  private let store: SnapshotStore?
  private let pictures: X11Pictures?
  /// The launch to which the picture of an app belongs.
  private var launches: [AppIdentifier: String] = [:]

  /// Why Wayland compositors provide no picture.
  static let unavailableOnWayland =
    "there is no X server, and the Wayland compositors that this bridge knows show other programs only whole "
    + "screens, with everything that covers a window; an app can provide its own picture"

  init(
    on loop: EventLoop,
    outbox: Outbox,
    environment: (String) -> String?,
    launch: @escaping (Int32) -> String? = AppGroup.launch(ofProcess:)
  ) {
    self.outbox = outbox
    store = SnapshotStore(environment)
    guard let display = environment("DISPLAY") else {
      pictures = nil
      return
    }
    var told: (String?) -> Void = { _ in }
    pictures = X11Pictures(display: display, on: loop, launch: launch) { told($0) }
    told = { [unowned self] cause in
      outbox.tell(
        self,
        isAvailable: cause == nil && store != nil,
        because: cause ?? SnapshotPart.noFolder
      )
    }
  }

  private static let noFolder = "neither XDG_STATE_HOME nor HOME is set, so pictures have no folder"

  func start() {
    for entry in store?.entries ?? [] { tell(entry) }
    guard let pictures else {
      return outbox.tell(self, isAvailable: false, because: SnapshotPart.unavailableOnWayland)
    }
    pictures.becamePrivate = { [unowned self] launch in
      for (app, known) in launches where known == launch { remove(app) }
    }
    pictures.start()
  }

  func obey(_ order: BridgeOrder) {
    switch order {
    case .takeSnapshot(let app, let launch):
      pictures?.find(launch) { [weak self] in self?.keep($0, of: app, launch) }
    case .removeSnapshot(let app): remove(app)
    default: break
    }
  }

  private func keep(_ finding: X11Pictures.Finding, of app: AppIdentifier, _ launch: String) {
    switch finding {
    case .nothing: break
    case .isPrivate: remove(app)
    case .picture(let picture):
      guard let store, let png = PNG.encode(picture) else { return }
      do throws(SystemError) {
        let (kept, removed) = try store.keep(png, of: app)
        outbox.tell(self, isAvailable: true)
        launches[app] = launch
        if let kept { tell(kept) }
        for old in removed { tellRemoval(of: old) }
      } catch {
        outbox.tell(self, isAvailable: false, because: "\(error)")
      }
    }
  }

  private func remove(_ app: AppIdentifier) {
    store?.remove(app)
    tellRemoval(of: app)
  }

  private func tell(_ entry: SnapshotStore.Entry) {
    outbox.tell(
      .snapshot(
        app: entry.app,
        path: entry.path,
        takenWallMicroseconds: entry.takenWallMicroseconds
      )
    )
  }

  private func tellRemoval(of app: AppIdentifier) {
    launches[app] = nil
    outbox.forget(BridgeFact.snapshotState(of: app))
    outbox.tell(.snapshot(app: app, path: nil, takenWallMicroseconds: nil))
  }
}
