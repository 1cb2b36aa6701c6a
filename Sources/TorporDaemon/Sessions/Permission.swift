import TorporCore
import TorporModel
import TorporWire

/// What a program may ask: nothing for others' apps, and nothing at all from inside an app.
struct Permission {
  let peer: Peer
  /// Whose process the daemon is.
  let daemonUserID: UInt32
  /// Who else may be the link to a push gateway, and nothing besides; `nil`: nobody.
  var linkUserID: UInt32?
  /// Whose an app is; `nil` for an app that is not there.
  let ownerOfApp: (AppIdentifier) -> UInt32?

  private static let root: UInt32 = 0

  /// Whether the peer speaks for the whole device.
  var mayChangeDevice: Bool {
    peer.userID == Permission.root || peer.userID == daemonUserID
  }

  /// Whether the peer sees the app and may ask things of it.
  func covers(_ app: AppIdentifier) -> Bool {
    // A daemon that is not root's governs its own user's apps alone.
    mayChangeDevice || ownerOfApp(app) == peer.userID
  }

  /// Whether the peer may read what was decided.
  func mayRead(_ decision: Decision) -> Bool {
    // That the machine slept, each clock in it tells.
    decision.app.map(covers) ?? (mayChangeDevice || decision.isSleep)
  }

  /// Whether the peer may know of the background work; a job belongs to no app.
  func mayRead(_ status: ActivityStatus) -> Bool {
    status.app.map(covers) ?? mayChangeDevice
  }

  /// Looks whether the peer may make a call.
  ///
  /// - Throws: `WireError.permissionDenied`.
  func check(_ permission: CallPermission, isLocked: Bool) throws(WireError) {
    // An app asks for itself, by io.torpor.App; what it starts belongs to it.
    let isApp = peer.launch != nil
    // It reads what strangers send, and is confined: what it could have started here would not be.
    let isLink = peer.userID == linkUserID && !mayChangeDevice
    let isAllowed =
      switch permission {
      case .anyone: true
      case .user: !isApp && !isLink
      // Opening an app unlocks the screen.
      case .unlocked: !isApp && !isLink && (mayChangeDevice || !isLocked)
      case .device: !isApp && mayChangeDevice
      case .link: !isApp && (mayChangeDevice || isLink)
      case .app: isApp && !isLink
      }
    if !isAllowed { throw .permissionDenied }
  }
}
