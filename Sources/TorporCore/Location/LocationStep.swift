package import TorporModel

/// The remaining steps of the location service, one after the other.
package enum LocationStep: Hashable, Sendable {
  // What an app is told.
  case tell(LocationCallback, AppIdentifier)
  case news(of: Location?, AppIdentifier)
  /// Of where the device is, if the app could not be told when that was new.
  case lateNews(AppIdentifier)
  case wake(AppIdentifier, for: LocationCallback)
  case launch(AppIdentifier, for: WakeReason)

  // What keeps it running.
  case hold(AppIdentifier)
  case pause(AppIdentifier, WakeReason)

  // What has come in.
  case take(Location, AppIdentifier)
  case takeSightings([BeaconSighting], AppIdentifier)
  case displayLit(AppIdentifier)

  // What its process does.
  case endFullAccuracy(AppIdentifier)
  case follow(AppIdentifier, from: AppPhase, to: AppPhase)
  case noteUnheldSession(AppIdentifier)

  // What it may know.
  case endHeldSessions(AppIdentifier)
  case followAuthorization(AppIdentifier)
  case followAccuracy(AppIdentifier)
  case noteRestingRegions(AppIdentifier)
  case askForFullAccuracy(String, AppIdentifier)

  /// When to look again, and what to find out until then.
  case plan
}

extension Outbox {
  mutating func then(_ step: LocationStep) { post(.location(.step(step))) }
}
