public import TorporAppModel

// Apple's names that differ from those of the vocabulary.

/// A point on the earth (`CLLocationCoordinate2D`).
public typealias LocationCoordinate2D = Coordinate
/// The user's activity while location updates are delivered (`CLActivityType`).
public typealias ActivityType = LocationActivity
/// When the user allows an app to use the location (`CLAuthorizationStatus`).
public typealias LocationAuthorizationStatus = LocationAuthorization
/// How accurately the user allows an app to use the location (`CLAccuracyAuthorization`).
public typealias AccuracyAuthorization = LocationAccuracy
/// The identity of beacons (`CLBeaconIdentityConstraint`).
public typealias BeaconIdentityConstraint = BeaconIdentity
/// The reasons why an app does not receive the location (the diagnostic properties of `CLLocationUpdate`).
public typealias LocationObstacle = PlaceObstacle
/// One live update (`CLLocationUpdate`).
public typealias LocationUpdate = LiveUpdate
/// A callback of the location service, as delivered by `LocationManager.events()`.
public typealias LocationEvent = LocationCallback
/// A notification that an app schedules (`UNNotificationRequest`).
public typealias NotificationRequest = LocalNotification
/// How a notification is presented while its app is on screen (`UNNotificationPresentationOptions`).
public typealias NotificationPresentationOptions = PresentationOptions
