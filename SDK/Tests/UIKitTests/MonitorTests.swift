import Foundation
import Testing

@testable import CoreLocation
@testable import UIKit

private final class PlainDelegate: UIResponder, UIApplicationDelegate {}

private let shop = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0") ?? UUID()

extension AppTests {
  @MainActor
  @Suite("A monitor of conditions")
  struct MonitorTests {
    @Test("has sessions beside it that begin with the first object of a kind and end with the last")
    func sessions() async throws {
      let app = try RunningApp(PlainDelegate())
      var one: CLBackgroundActivitySession? = CLBackgroundActivitySession()
      let other = CLBackgroundActivitySession()
      await app.system.seen("BeginBackgroundActivity")
      one?.invalidate()
      one?.invalidate()
      one = nil
      other.invalidate()
      await app.system.seen("EndBackgroundActivity")
      do {
        let service = CLServiceSession(authorization: .always)
        await app.system.seen("HoldServiceSession")
        withExtendedLifetime(service) {}
      }
      await app.system.seen("EndServiceSession")
      let asked = app.system.calls.filter {
        $0.hasSuffix("Activity") || $0.hasSuffix("ServiceSession")
      }
      #expect(
        asked == [
          "BeginBackgroundActivity", "BeginBackgroundActivity", "EndBackgroundActivity",
          "HoldServiceSession",
          "EndServiceSession",
        ]
      )
      #expect(app.system.calls.contains { $0.hasPrefix("RequestAuthorization") })
      await app.stop()
    }

    @Test("watches what it is given, and hands over what happens")
    func events() async throws {
      let app = try RunningApp(
        PlainDelegate(),
        StandInSystem { call in
          guard call.method == "MonitorRecords" else { return nil }
          return .reply(
            #"{"records": [{"identifier": "home", "condition": {"latitude": 52, "longitude": 13, "radiusMetres": 100}, "conditionState": "satisfied", "atMicroseconds": 0}]}"#
          )
        }
      )
      let monitor = await CLMonitor("house")
      await monitor.add(
        CLMonitor.CircularGeographicCondition(
          center: CLLocationCoordinate2D(latitude: 52, longitude: 13),
          radius: 100
        ),
        identifier: "home",
        assuming: .unsatisfied
      )
      await monitor.add(
        CLMonitor.BeaconIdentityCondition(uuid: shop, major: 7),
        identifier: "shop"
      )
      #expect(app.system.calls == ["OpenMonitor", "AddCondition home", "AddCondition shop"])
      #expect(
        app.system.json(of: "AddCondition").first?.contains(#""assuming":"unsatisfied""#) == true
      )
      #expect(await monitor.identifiers == ["home"])
      let record: CLMonitor.Record? = await monitor.record(for: "home")
      #expect(record?.lastEvent.state == .satisfied)
      let condition = record?.condition as? CLMonitor.CircularGeographicCondition
      #expect(condition?.radius == 100)
      app.system.deliver(
        1,
        "didChangeCondition",
        #""monitor": "house", "identifier": "home", "conditionState": "satisfied", "atMicroseconds": 5"#
      )
      var states: [CLMonitor.Event.State] = []
      for try await event: CLMonitor.Event in await monitor.events {
        states.append(event.state)
        #expect(event.identifier == "home" && !event.authorizationDenied)
        break
      }
      #expect(states == [.satisfied])
      await app.system.seen("TakeMonitorEvent home")
      await monitor.remove("home")
      await app.system.seen("RemoveCondition home")
      let none: (any CLCondition)? = record?.lastEvent.refinement
      #expect(none == nil)
      await app.stop()
    }
  }
}
