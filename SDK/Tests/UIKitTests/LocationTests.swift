import Foundation
import Testing

@testable import AppleSupport
@testable import CoreLocation
@testable import UIKit

private final class PlainDelegate: UIResponder, UIApplicationDelegate {}

private final class PlaceDelegate: NSObject, CLLocationManagerDelegate {
  let record = Record()

  private func add(_ text: String) {
    #expect(isOnMainQueue)
    record.add(text)
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    add("at \(locations.map { "\($0.coordinate.latitude), \($0.speed)" })")
  }
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    add("failed \((error as? CLError)?.errorCode ?? -1)")
  }
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    add("came to \(region.identifier), \((region as? CLCircularRegion)?.radius ?? 0) m")
  }
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    add("left \(region.identifier), \((region as? CLCircularRegion)?.radius ?? 0) m")
  }
  func locationManager(
    _ manager: CLLocationManager,
    didDetermineState state: CLRegionState,
    for region: CLRegion
  ) { add("\(region.identifier) \(state)") }
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    add("monitors \(region.identifier)")
  }
  func locationManager(
    _ manager: CLLocationManager,
    monitoringDidFailFor region: CLRegion?,
    withError error: any Error
  ) { add("\(region?.identifier ?? "no region") failed \((error as? CLError)?.errorCode ?? -1)") }
  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
    add("visit \(visit.arrivalDate == .distantPast) \(visit.departureDate == .distantFuture)")
  }
  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) { add("paused") }
  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) { add("resumed") }
  func locationManager(
    _ manager: CLLocationManager,
    didChangeAuthorization status: CLAuthorizationStatus
  ) { add("authorization \(status.rawValue)") }
}

private let berlin = CLLocationCoordinate2D(latitude: 52.52, longitude: 13.405)
private let place =
  #""locations": [{"latitude": 52.5, "longitude": 13.4, "horizontalAccuracyMetres": 5, "atMicroseconds": 0}]"#

extension AppTests {
  @MainActor
  @Suite("The location")
  struct LocationTests {
    /// Waits until the delegate has been told so often.
    private func told(_ delegate: PlaceDelegate, _ count: Int) async {
      await delegate.record.filled(to: count)
    }

    @Test("is told to the managers that have asked for it, and to no other")
    func updates() async throws {
      let app = try RunningApp(PlainDelegate())
      let (asks, silent) = (PlaceDelegate(), PlaceDelegate())
      let (manager, other) = (CLLocationManager(), CLLocationManager())
      (manager.delegate, other.delegate) = (asks, silent)
      manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
      manager.distanceFilter = 25
      manager.allowsBackgroundLocationUpdates = true
      manager.activityType = .fitness
      manager.startUpdatingLocation()
      // The first delegate is told of the authorization.
      await told(asks, 1)
      await told(silent, 1)
      app.system.deliver(1, "didUpdateLocations", place)
      app.system.deliver(2, "didPauseLocationUpdates")
      app.system.deliver(3, "didResumeLocationUpdates")
      app.system.deliver(4, "didFailWithError", #""locationError": 0"#)
      await app.system.seen("Returned 4")
      manager.stopUpdatingLocation()
      manager.stopUpdatingLocation()
      app.system.deliver(5, "didUpdateLocations", place)
      await app.system.seen("Returned 5")
      #expect(
        asks.record.all == [
          "authorization 3", #"at ["52.5, -1.0"]"#, "paused", "resumed", "failed 0",
        ]
      )
      #expect(silent.record.all == ["authorization 3"])
      #expect(other.location?.horizontalAccuracy == 5)
      #expect(
        app.system.json(of: "StartUpdatingLocation") == [
          #"{"activity":"fitness","allowsBackgroundUpdates":true,"desiredAccuracyMetres":100,"distanceFilterMetres":25,"pausesAutomatically":true}"#
        ]
      )
      #expect(app.system.calls.filter { $0 == "StopUpdatingLocation" }.count == 1)
      await app.stop()
    }

    @Test("is updated until the last manager that uses it stops, or is gone")
    func shared() async throws {
      let app = try RunningApp(PlainDelegate())
      let first = CLLocationManager()
      func use() {
        let second = CLLocationManager()
        second.startUpdatingLocation()
        first.startUpdatingLocation()
        first.stopUpdatingLocation()
        #expect(!app.system.calls.contains("StopUpdatingLocation"))
      }
      use()
      #expect(app.system.calls.last == "StopUpdatingLocation")
      await app.stop()
    }

    @Test("is kept in an archive")
    func archive() throws {
      let location = CLLocation(
        coordinate: berlin,
        altitude: 34,
        horizontalAccuracy: 5,
        verticalAccuracy: 8,
        course: 90,
        speed: 3,
        timestamp: Date(timeIntervalSinceReferenceDate: 1000)
      )
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: location,
        requiringSecureCoding: true
      )
      let read = try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data)
      )
      #expect(read.coordinate.longitude == 13.405)
      #expect(
        [read.altitude, read.horizontalAccuracy, read.verticalAccuracy, read.course, read.speed]
          == [34, 5, 8, 90, 3]
      )
      #expect(read.timestamp == location.timestamp)
      #expect((read.speedAccuracy, read.courseAccuracy) == (-1, -1))
    }

    @Test("is asked for exactly, with a text of the Info.plist that is missing here")
    func fullAccuracy() async throws {
      let app = try RunningApp(PlainDelegate())
      var errors: [Int?] = []
      CLLocationManager().requestTemporaryFullAccuracyAuthorization(withPurposeKey: "ride") {
        errors.append(($0 as? CLError)?.errorCode)
      }
      #expect(errors == [18])
      #expect(!app.system.calls.contains("RequestFullAccuracy"))
      LocationBridge.shared.awaitFullAccuracy { errors.append(($0 as? CLError)?.errorCode) }
      app.system.deliver(1, "didFailWithError", #""locationError": 18"#)
      await app.system.seen("Returned 1")
      LocationBridge.shared.awaitFullAccuracy { errors.append(($0 as? CLError)?.errorCode) }
      app.system.deliver(2, "didChangeAuthorization", #""authorization": "always""#)
      await app.system.seen("Returned 2")
      #expect(errors == [18, 18, nil])
      await app.stop()
    }

    @Test("once asked for comes once")
    func once() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = PlaceDelegate()
      let manager = CLLocationManager()
      manager.delegate = delegate
      manager.requestLocation()
      await told(delegate, 1)
      app.system.deliver(1, "didUpdateLocations", place)
      app.system.deliver(2, "didUpdateLocations", place)
      await app.system.seen("Returned 2")
      #expect(delegate.record.all == ["authorization 3", #"at ["52.5, -1.0"]"#])
      await app.stop()
    }

    @Test("is watched for large moves and visits, also where an earlier process began that")
    func monitoring() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = PlaceDelegate()
      let manager = CLLocationManager()
      manager.delegate = delegate
      manager.startMonitoringSignificantLocationChanges()
      manager.startMonitoringVisits()
      await told(delegate, 1)
      app.system.deliver(1, "didUpdateLocations", place)
      app.system.deliver(
        2,
        "didVisit",
        #""visit": {"latitude": 52.5, "longitude": 13.4, "horizontalAccuracyMetres": 5}"#
      )
      await app.system.seen("Returned 2")
      manager.stopMonitoringSignificantLocationChanges()
      manager.stopMonitoringVisits()
      CLLocationManager().stopMonitoringVisits()
      #expect(
        delegate.record.all == ["authorization 3", #"at ["52.5, -1.0"]"#, "visit true true"]
      )
      let calls = app.system.calls.filter { !$0.hasPrefix("Returned") && !$0.hasPrefix("Location") }
      #expect(
        calls == [
          "StartMonitoringSignificantChanges", "StartMonitoringVisits",
          "StopMonitoringSignificantChanges", "StopMonitoringVisits", "StopMonitoringVisits",
        ]
      )
      await app.stop()
    }

    @Test("has circles, whose boundary is told with the circle that an earlier process drew, too")
    func regions() async throws {
      let work =
        #"{"identifier": "work", "latitude": 52.5, "longitude": 13.4, "radiusMetres": 200}"#
      let app = try RunningApp(
        PlainDelegate(),
        StandInSystem {
          $0.method == "MonitoredRegions" ? .reply(#"{"regions": [\#(work)]}"#) : nil
        }
      )
      let delegate = PlaceDelegate()
      let manager = CLLocationManager()
      manager.delegate = delegate
      let home = CLCircularRegion(center: berlin, radius: 150, identifier: "home")
      home.notifyOnExit = false
      manager.startMonitoring(for: home)
      manager.requestState(for: home)
      await told(delegate, 2)
      app.system.deliver(1, "didEnterRegion", #""region": "home""#)
      app.system.deliver(2, "didExitRegion", #""region": "work""#)
      app.system.deliver(3, "didDetermineState", #""region": "home", "regionState": "inside""#)
      app.system.deliver(4, "monitoringDidFail", #""region": "home", "locationError": 5"#)
      await app.system.seen("Returned 4")
      #expect(
        delegate.record.all == [
          "authorization 3", "monitors home", "came to home, 150.0 m", "left work, 200.0 m",
          "home inside", "home failed 5",
        ]
      )
      #expect(
        app.system.json(of: "StartMonitoringRegion") == [
          #"{"region":{"identifier":"home","latitude":52.52,"longitude":13.405,"notifyOnEntry":true,"notifyOnExit":false,"radiusMetres":150}}"#
        ]
      )
      #expect(manager.monitoredRegions.map(\.identifier) == ["work"])
      manager.stopMonitoring(for: home)
      #expect(app.system.json(of: "StopMonitoringRegion") == [#"{"region":"home"}"#])
      await app.stop()
    }

    @Test("that the user does not let the app know is Apple's error, and the delegate is told")
    func refused() async throws {
      let app = try RunningApp(
        PlainDelegate(),
        StandInSystem { call in
          let codes = ["StartUpdatingLocation": 1, "StartMonitoringRegion": 4]
          guard let code = codes[call.method] else { return nil }
          return .error(
            "io.torpor.Modes.LocationFailed",
            #"{"code": \#(code), "which": "denied", "message": "m"}"#
          )
        }
      )
      let delegate = PlaceDelegate()
      let manager = CLLocationManager()
      manager.delegate = delegate
      manager.startUpdatingLocation()
      manager.startMonitoring(for: CLCircularRegion(center: berlin, radius: 1, identifier: "home"))
      manager.startMonitoring(for: CLRegion(identifier: "beacon"))
      await told(delegate, 4)
      #expect(
        delegate.record.all == ["authorization 3", "failed 1", "home failed 4", "beacon failed 5"]
      )
      // What was refused is not used.
      app.system.deliver(1, "didUpdateLocations", place)
      await app.system.seen("Returned 1")
      #expect(delegate.record.all.count == 4)
      await app.stop()
    }

    @Test(
      "is allowed or not, by Apple's numbers",
      arguments: [("never", 2), ("whenInUse", 4), ("always", 3), ("notDetermined", 0)]
    )
    func authorization(word: String, number: Int32) async throws {
      let app = try RunningApp(
        PlainDelegate(),
        StandInSystem { call in
          switch call.method {
          case "LocationAuthorization": .reply(#"{"authorization": "\#(word)"}"#)
          case "LocationAccuracy": .reply(#"{"accuracy": "reduced"}"#)
          case "RequestAuthorization": .reply(#"{"status": "notDetermined", "isAsked": true}"#)
          default: nil
          }
        }
      )
      let delegate = PlaceDelegate()
      let manager = CLLocationManager()
      #expect(manager.authorizationStatus.rawValue == number)
      #expect(CLLocationManager.authorizationStatus().rawValue == number)
      #expect(manager.accuracyAuthorization == .reducedAccuracy)
      manager.requestWhenInUseAuthorization()
      manager.requestAlwaysAuthorization()
      #expect(
        app.system.json(of: "RequestAuthorization") == [
          #"{"use":"location"}"#, #"{"use":"location","wantsAlways":true}"#,
        ]
      )
      manager.delegate = delegate
      await told(delegate, 1)
      app.system.deliver(1, "didChangeAuthorization", #""authorization": "\#(word)""#)
      await app.system.seen("Returned 1")
      #expect(delegate.record.all == ["authorization \(number)", "authorization \(number)"])
      await app.stop()
    }

    @Test("of a new manager is told behind the launch of the app")
    func behindLaunch() async throws {
      let record = Record()
      Launch.begin()
      Launch.after { record.add("introduced") }
      let app = try RunningApp(PlainDelegate())
      let token = NotificationCenter.default.addObserver(
        forName: UIApplication.didFinishLaunchingNotification,
        object: nil,
        queue: nil
      ) { _ in record.add("launched") }
      app.system.deliver(1, "didFinishLaunching", #""destination": "foreground""#)
      await app.system.seen("Returned 1")
      await record.filled(to: 2)
      #expect(record.all == ["launched", "introduced"])
      NotificationCenter.default.removeObserver(token)
      await app.stop()
    }

    @Test("is a distance from another, and within a circle or not")
    func distances() {
      // Potsdam is 27 km from there.
      let potsdam = CLLocation(latitude: 52.3906, longitude: 13.0645)
      let distance = potsdam.distance(from: CLLocation(latitude: 52.52, longitude: 13.405))
      #expect((26_500...27_500).contains(distance))
      let circle = CLCircularRegion(center: berlin, radius: 28_000, identifier: "a")
      #expect(circle.contains(potsdam.coordinate))
      #expect(
        !CLCircularRegion(center: berlin, radius: 25_000, identifier: "a").contains(
          potsdam.coordinate
        )
      )
      #expect(circle == CLCircularRegion(center: berlin, radius: 1, identifier: "a"))
      #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
      #expect(CLError.denied ~= CLError(.denied))
    }
  }
}
