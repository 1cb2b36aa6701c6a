import Testing
import TorporModel

@testable import TorporCore

@Suite("The service for Bluetooth, alone")
struct BluetoothServiceTests {
  private func world(_ place: ServiceWorld.Place = .background) -> ServiceWorld {
    var world = ServiceWorld()
    world.add("band", place, modes: [.bluetoothCentral, .bluetoothPeripheral])
    return world
  }

  private func order(_ order: BluetoothOrder) -> Outbox.Item {
    .effect(.service(.bluetooth(order)))
  }

  private func tell(_ callback: BluetoothCallback, _ world: ServiceWorld) -> Outbox.Item {
    .post(.bluetooth(.step(.tell(callback, world.app("band")))))
  }

  @Test("asks the radio for a connection, and tells the app when it is there, once")
  func connects() {
    let world = world()
    var service = BluetoothService()
    let request = BluetoothRequest.connect(peripheral: "wrist", restoreIdentifier: nil)
    let connect = order(.connect(peripheral: "wrist"))
    #expect(world.ask(&service, request, by: "band").items == [connect])
    let connected = SystemEvent.bluetooth(.reported(.connected(peripheral: "wrist")))
    #expect(world.tell(&service, connected) == [tell(.didConnect(peripheral: "wrist"), world)])
    #expect(world.tell(&service, connected) == [])
  }

  @Test("ends a connection when the last app that asked for it takes its request back")
  func ends() {
    var world = world()
    world.add("other", .background)
    var service = BluetoothService()
    for name in ["band", "other"] {
      let request = BluetoothRequest.connect(peripheral: "wrist", restoreIdentifier: nil)
      _ = world.ask(&service, request, by: name)
    }
    let cancel = BluetoothRequest.cancelConnection(peripheral: "wrist")
    #expect(world.ask(&service, cancel, by: "band").items == [])
    #expect(
      world.ask(&service, cancel, by: "other").items == [order(.disconnect(peripheral: "wrist"))]
    )
  }

  @Test("answers centrals with a failure when the app that owes them an answer is suspended")
  func suspended() {
    let world = world()
    var service = BluetoothService()
    let request = CentralRequestIdentifier(rawValue: 7)
    service.update(world.app("band")) { $0.centralRequests = [request] }
    let suspended = SystemEvent.app(
      .phaseChanged(slot: world.slot("band"), from: .background, to: .suspended)
    )
    let failure = CentralAnswer.failure(code: CentralAnswer.unlikelyErrorCode)
    #expect(world.tell(&service, suspended) == [order(.answer(request: request, failure))])
    #expect(service.apps.isEmpty)
  }

  @Test("tells an app that runs again what it could not be told, in the order of its happening")
  func pending() {
    let world = world()
    var service = BluetoothService()
    let band = world.app("band")
    let callbacks: [BluetoothCallback] = [
      .didConnect(peripheral: "wrist"), .data(peripheral: "wrist"),
    ]
    service.update(band) { for callback in callbacks { $0.wait(callback) } }
    let thawed = SystemEvent.app(
      .phaseChanged(slot: world.slot("band"), from: .suspended, to: .background)
    )
    #expect(
      world.tell(&service, thawed) == [
        .callLater(band, callbacks.map { .service(.bluetooth($0)) })
      ]
    )
    #expect(world.tell(&service, thawed) == [])
  }

  @Test("keeps with a dead app only the requests that can be restored")
  func dies() {
    var world = world()
    var service = BluetoothService()
    for (peripheral, restore) in [("wrist", "main"), ("chest", nil)] {
      let request = BluetoothRequest.connect(peripheral: peripheral, restoreIdentifier: restore)
      _ = world.ask(&service, request, by: "band")
    }
    world.kill("band")
    #expect(
      world.tell(&service, .app(.processEnded(slot: world.slot("band")))) == [
        order(.disconnect(peripheral: "chest"))
      ]
    )
    let kept = service[world.app("band")].requests.map(\.kind)
    #expect(kept == [.connection(peripheral: "wrist")])
  }
}
