/// The name of a callback in a scenario: one of the fixed names, or one that carries the name of a
/// task, a background task or an activity.
package enum CallbackName: Hashable, Sendable {
  case plain(PlainCallback)
  /// `task:IDENTIFIER`: the launch handler of a BGTask.
  case task(String)
  /// `expiration:NAME`: of a background task by its name, or of a BGTask by its identifier.
  case expiration(String)
  /// `expiringActivity:REASON`: the second call of the block, when suspension is near.
  case expiringActivity(String)

  /// The prefixes of the names that carry a name.
  package static let prefixes = ["task:", "expiration:", "expiringActivity:"]

  /// Reads a name; `nil` where no callback has it.
  package init?(_ text: String) {
    if let plain = PlainCallback(rawValue: text) {
      self = .plain(plain)
      return
    }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let name = String(text[text.index(after: colon)...])
    guard !name.isEmpty else { return nil }
    switch text[..<colon] {
    case "task": self = .task(name)
    case "expiration": self = .expiration(name)
    case "expiringActivity": self = .expiringActivity(name)
    default: return nil
    }
  }

  /// The name as scenarios write it.
  package var text: String {
    switch self {
    case .plain(let plain): plain.rawValue
    case .task(let name): "task:\(name)"
    case .expiration(let name): "expiration:\(name)"
    case .expiringActivity(let reason): "expiringActivity:\(reason)"
    }
  }
}

/// The callbacks with a fixed name.
package enum PlainCallback: String, Hashable, Sendable, CaseIterable {
  case didFinishLaunching, didBecomeActive, willResignActive, didEnterBackground
  case willEnterForeground, willTerminate, willTerminateForMemory, didReceiveMemoryWarning
  case performFetch, didReceiveRemoteNotification, didReceiveIncomingPush
  case handleEventsForBackgroundURLSession, didFinishDownloading, didCompleteWithError
  case didReceiveChallenge, didFinishEvents
  case didUpdateLocations, didEnterRegion, didExitRegion, didVisit
  case didFailWithError, didChangeAuthorization, didDecideAuthorization
  case interruptionBegan, interruptionEnded
  case didReceiveLocalNotification, didReceiveResponse, willPresent
  case accessoryDidConnect, accessoryDidDisconnect, accessoryData
  case peripheralDidConnect, peripheralDidDisconnect, peripheralData, centralRequest
  case socketReadable, keepAlive
  case issueAnnounced, issueDownloaded
  case protectedDataWillBecomeUnavailable, protectedDataDidBecomeAvailable
  case powerStateDidChange, backgroundRefreshStatusDidChange
}
