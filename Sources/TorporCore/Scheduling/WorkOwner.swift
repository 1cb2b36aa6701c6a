import TorporModel

/// The app whose background work it is, as the rules of that work see it.
struct WorkOwner {
  let manifest: AppManifest
  let settings: AppSettings
  /// Its process; `nil`: there is none.
  let launch: LaunchIdentifier?
  let isOnScreen: Bool

  /// The entitlement that health research needs (§3.2).
  static let healthResearchEntitlement =
    "com.apple.developer.backgroundtasks.healthresearch"

  /// Enters something about the app's background work into the ledger.
  func record(
    _ action: Decision.Action,
    in turn: inout Turn,
    verdict: Decision.Verdict = .done,
    because conditions: [Condition]
  ) {
    turn.record(
      action,
      of: manifest.identifier,
      launch: launch,
      verdict: verdict,
      because: conditions
    )
  }

  /// What the manifest lacks for the request: a mode, the identifier, an entitlement.
  func missingPermission(for request: TaskRequest) -> String? {
    let isContinued = request.kind.type == .continued
    guard manifest.permits(request.identifier, asPattern: isContinued) else {
      return request.identifier
    }
    func missing(_ mode: BackgroundMode) -> String? {
      manifest.backgroundModes.contains(mode) ? nil : mode.rawValue
    }
    switch request.kind {
    case .appRefresh: return missing(.fetch)
    case .processing: return missing(.processing)
    case .healthResearch:
      guard manifest.entitlements.contains(Self.healthResearchEntitlement) else {
        return Self.healthResearchEntitlement
      }
      return missing(.processing)
    // No resource beyond processor and network is given in the background (CP9): error 3.
    case .continued(let shown): return shown.needsGPU ? "gpu" : nil
    }
  }

  /// What the profile or the manifest lacks for a fetch.
  func missingForFetch(_ profile: Profile) -> Condition? {
    if let missing = profile.missing(for: .backgroundFetch) { return missing.condition }
    guard !manifest.backgroundModes.contains(.fetch) else { return nil }
    return Condition(.notPermitted, holds: false, subject: BackgroundMode.fetch.rawValue)
  }
}

extension AppManifest {
  /// Whether the old interface of fetches works for the app: not from iOS 13 on if the app lists identifiers for the
  /// scheduler (§3.2).
  func mayFetch(under profile: Profile) -> Bool {
    guard profile.hasFetch else { return false }
    return !profile.hasTaskScheduler || permittedTaskIdentifiers.isEmpty
  }
}

extension AppRecord {
  /// The app as its background work sees it.
  var workOwner: WorkOwner {
    WorkOwner(
      manifest: manifest,
      settings: settings,
      launch: process.launch,
      isOnScreen: process.isOnScreen
    )
  }
}
