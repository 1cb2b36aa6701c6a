import Foundation
import Testing

@testable import CoreLocation
@testable import UIKit

private final class PlainDelegate: UIResponder, UIApplicationDelegate {}

private func text(_ beacons: [CLBeacon]) -> String {
  beacons.map { "\($0.major).\($0.minor) \($0.proximity) \($0.accuracy) m \($0.rssi) dBm" }
    .joined(separator: ", ")
}

private final class BeaconDelegate: NSObject, CLLocationManagerDelegate {
  let record = Record()

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    record.add("came to \(region.identifier), \((region as? CLBeaconRegion)?.major ?? 0)")
  }
  func locationManager(
    _ manager: CLLocationManager,
    didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint
  ) { record.add("\(text(beacons)) of \(beaconConstraint.major ?? 0)") }
  func locationManager(
    _ manager: CLLocationManager,
    didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error
  ) { record.add("ranging failed \((error as? CLError)?.errorCode ?? -1)") }
}

/// As apps were written before iOS 13.
private final class OldDelegate: NSObject, CLLocationManagerDelegate {
  let record = Record()

  func locationManager(
    _ manager: CLLocationManager,
    didRangeBeacons beacons: [CLBeacon],
    in region: CLBeaconRegion
  ) { record.add("\(text(beacons)) of \(region.proximityUUID == shop)") }
  func locationManager(
    _ manager: CLLocationManager,
    rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: any Error
  ) { record.add("failed \((error as? CLError)?.errorCode ?? -1)") }
}

private let shop = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0") ?? UUID()
private let identity = #""uuid": "e2c56db5-dffb-48d2-b060-d0f5a71096e0", "major": 7"#
private let heard =
  #""beacon": {\#(identity)}, "beacons": [{\#(identity), "minor": 3, "proximity": "near", "accuracyMetres": 1.5, "signalStrength": -60}]"#

extension AppTests {
  @MainActor
  @Suite("Beacons")
  struct BeaconTests {
    @Test("are monitored as regions, also those of an earlier process")
    func monitored() async throws {
      let region =
        #"{"identifier": "shop", "beacon": {\#(identity)}, "notifyOnEntry": true, "notifyOnExit": true, "notifyEntryStateOnDisplay": true}"#
      let app = try RunningApp(
        PlainDelegate(),
        StandInSystem { call in
          switch call.method {
          case "MonitoredRegions": .reply(#"{"regions": []}"#)
          case "MonitoredBeaconRegions": .reply(#"{"regions": [\#(region)]}"#)
          default: nil
          }
        }
      )
      let (manager, delegate) = (CLLocationManager(), BeaconDelegate())
      manager.delegate = delegate
      let door = CLBeaconRegion(uuid: shop, major: 7, minor: 9, identifier: "door")
      door.notifyOnExit = false
      manager.startMonitoring(for: door)
      #expect(
        app.system.json(of: "StartMonitoringBeacons") == [
          #"{"region":{"beacon":{"major":7,"minor":9,"uuid":"e2c56db5-dffb-48d2-b060-d0f5a71096e0"},"identifier":"door","notifyEntryStateOnDisplay":false,"notifyOnEntry":true,"notifyOnExit":false}}"#
        ]
      )
      app.system.deliver(1, "didEnterRegion", #""region": "shop""#)
      await app.system.seen("Returned 1")
      #expect(delegate.record.all == ["came to shop, 7"])
      let monitored = try #require(manager.monitoredRegions.first as? CLBeaconRegion)
      #expect(monitored.uuid == shop)
      #expect(monitored.minor == nil)
      #expect(monitored.notifyEntryStateOnDisplay)
      #expect(CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self))
      await app.stop()
    }

    @Test("are ranged for the managers that ask for them, until the last one stops")
    func ranged() async throws {
      let app = try RunningApp(PlainDelegate())
      let (first, delegate) = (CLLocationManager(), BeaconDelegate())
      let (second, old) = (CLLocationManager(), OldDelegate())
      (first.delegate, second.delegate) = (delegate, old)
      let constraint = CLBeaconIdentityConstraint(uuid: shop, major: 7)
      first.startRangingBeacons(satisfying: constraint)
      second.startRangingBeacons(in: CLBeaconRegion(uuid: shop, major: 7, identifier: "shop"))
      #expect(first.rangedBeaconConstraints == [constraint])
      app.system.deliver(1, "didRangeBeacons", heard)
      await app.system.seen("Returned 1")
      first.stopRangingBeacons(satisfying: constraint)
      #expect(!app.system.calls.contains("StopRangingBeacons"))
      app.system.deliver(2, "didRangeBeacons", heard)
      app.system.deliver(
        3,
        "didFailRangingBeacons",
        #""beacon": {\#(identity)}, "locationError": 17"#
      )
      await app.system.seen("Returned 3")
      #expect(delegate.record.all == ["7.3 near 1.5 m -60 dBm of 7"])
      #expect(
        old.record.all == [
          "7.3 near 1.5 m -60 dBm of true", "7.3 near 1.5 m -60 dBm of true", "failed 17",
        ]
      )
      #expect(second.rangedBeaconConstraints.isEmpty)
      #expect(
        app.system.json(of: "StartRangingBeacons").first
          == #"{"beacon":{"major":7,"uuid":"e2c56db5-dffb-48d2-b060-d0f5a71096e0"}}"#
      )
      await app.stop()
    }

    @Test("that are refused are an error of the manager that asked")
    func refused() async throws {
      let app = try RunningApp(
        PlainDelegate(),
        StandInSystem { call in
          guard call.method == "StartRangingBeacons" else { return nil }
          return .error(
            "io.torpor.Modes.LocationFailed",
            #"{"code": 16, "which": "rangingUnavailable", "message": "m"}"#
          )
        }
      )
      let (manager, delegate) = (CLLocationManager(), BeaconDelegate())
      manager.delegate = delegate
      manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: shop))
      await delegate.record.seen("ranging failed 16")
      #expect(manager.rangedBeaconConstraints.isEmpty)
      await app.stop()
    }

    @Test("and the compass: there is none, and nothing is told of it")
    func compass() {
      #expect(!CLLocationManager.headingAvailable())
      let manager = CLLocationManager()
      manager.startUpdatingHeading()
      #expect(manager.heading == nil)
      manager.stopUpdatingHeading()
    }

    @Test("Live updates begin with the loop and end with it")
    func live() async throws {
      let app = try RunningApp(PlainDelegate())
      let read = Task { () -> [String] in
        var lines: [String] = []
        for try await update in CLLocationUpdate.liveUpdates(.fitness) {
          let latitude = update.location?.coordinate.latitude ?? 0
          lines.append("\(latitude) \(update.stationary) \(update.authorizationDenied)")
          if lines.count == 2 { break }
        }
        return lines
      }
      await app.system.seen("StartLiveUpdates")
      app.system.deliver(
        1,
        "didUpdateLive",
        #""location": {"latitude": 52.5, "longitude": 13.4, "horizontalAccuracyMetres": 5, "atMicroseconds": 0}, "isStationary": true"#
      )
      app.system.deliver(
        2,
        "didUpdateLive",
        #""isStationary": false, "obstacle": "authorizationDenied""#
      )
      #expect(try await read.value == ["52.5 true false", "0.0 false true"])
      await app.system.seen("StopLiveUpdates")
      #expect(app.system.json(of: "StartLiveUpdates") == [#"{"configuration":"fitness"}"#])
      await app.stop()
    }
  }
}
