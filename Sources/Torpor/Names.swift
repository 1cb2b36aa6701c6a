public import TorporAppModel

// Where the vocabulary's name is another than Apple's.

/// A point on the earth (`CLLocationCoordinate2D`).
public typealias LocationCoordinate2D = Coordinate
/// The user's activity while location updates are delivered (`CLActivityType`).
public typealias ActivityType = LocationActivity
/// When the user lets an app know the location (`CLAuthorizationStatus`).
public typealias LocationAuthorizationStatus = LocationAuthorization
/// How exactly the user lets an app know the location (`CLAccuracyAuthorization`).
public typealias AccuracyAuthorization = LocationAccuracy
/// The beacons that are meant (`CLBeaconIdentityConstraint`).
public typealias BeaconIdentityConstraint = BeaconIdentity
/// What keeps an app from the location (the diagnostic properties of `CLLocationUpdate`).
public typealias LocationObstacle = PlaceObstacle
/// One live update (`CLLocationUpdate`).
public typealias LocationUpdate = LiveUpdate
/// A callback of the location service, as `LocationManager.events()` has it.
public typealias LocationEvent = LocationCallback
/// A notification that an app schedules (`UNNotificationRequest`).
public typealias NotificationRequest = LocalNotification
/// How a notification is presented while its app is on screen (`UNNotificationPresentationOptions`).
public typealias NotificationPresentationOptions = PresentationOptions
