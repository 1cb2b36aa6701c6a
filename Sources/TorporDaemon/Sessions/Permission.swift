import TorporCore
import TorporModel
import TorporWire

/// What a program may ask: nothing for others' apps, and nothing at all from inside an app.
struct Permission {
  let peer: Peer
  /// Whose process the daemon is.
  let daemonUserID: UInt32
  /// Whose an app is; `nil` for an app that is not there.
  let ownerOfApp: (AppIdentifier) -> UInt32?

  private static let root: UInt32 = 0

  /// Whether the peer speaks for the whole device.
  private var mayChangeDevice: Bool {
    peer.userID == Permission.root || peer.userID == daemonUserID
  }

  /// Whether the peer sees the app and may ask things of it.
  func covers(_ app: AppIdentifier) -> Bool {
    if peer.userID == Permission.root { return true }
    return ownerOfApp(app) == peer.userID
  }

  /// Why the peer may not call the method; `nil`: it may.
  func denial(of method: ControlMethod) -> WireError? {
    switch method {
    case .list, .status, .version, .capabilities, .digest: return nil
    case .run, .wait, .launch, .quit, .install, .uninstall, .why, .log, .getSettings, .exempt,
      .endExemption, .home(.some), .changeSetting(.app):
      // An app asks for itself, by io.torpor.App; what it starts belongs to it.
      return peer.launch == nil ? nil : .permissionDenied
    case .lock, .unlock, .home(nil), .changeSetting(.device):
      return peer.launch == nil && mayChangeDevice ? nil : .permissionDenied
    }
  }
}
