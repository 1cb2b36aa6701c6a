import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("Bluetooth over the socket")
struct BluetoothSessionTests {
  @Test("What an app has asked for never makes an answer that is longer than a message")
  func longest() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("radio")
    let connection = daemon.connect(as: launch)
    // Each character of it has six in JSON.
    let text = String(repeating: "\u{1}", count: 240)
    func error(of call: some WireCall) throws -> String? {
      try daemon.call(call.varlinkCall, on: connection).last?.error
    }
    let services = (0..<18).map { service in
      PeripheralService(
        number: "\(service)",
        characteristics: (0..<32).map {
          PeripheralCharacteristic(
            number: "\($0)\(text)",
            uses: PeripheralCharacteristic.Use.allCases
          )
        }
      )
    }
    let publish = TorporWire.App.PublishServices(services: services, restoreIdentifier: "r")
    #expect(try error(of: publish) == nil)
    let connect = TorporWire.App.ConnectPeripheral(peripheral: "p", restoreIdentifier: "r")
    #expect(try error(of: connect) == nil)
    let errors = try (0..<128).map { number in
      try error(
        of: TorporWire.App.ConnectPeripheral(
          peripheral: "\(number)\(text)",
          restoreIdentifier: "r"
        )
      )
    }
    #expect(Set(errors) == [nil, "io.torpor.Modes.TooManyDescriptors"])
    let subscriptions = try (0..<64).map { number in
      try error(
        of: TorporWire.App.SetNotifyValue(
          peripheral: "p",
          characteristic: "\(number)\(text)",
          isOn: true
        )
      )
    }
    #expect(subscriptions.first == .some(nil) && subscriptions.last != .some(nil))
    let ask = TorporWire.App.StandingBluetooth(restoreIdentifier: "r")
    let answer = try #require(try daemon.call(ask.varlinkCall, on: connection).last)
    #expect(try ask.reply(from: answer).connections.count == 16 - 1)
    #expect(answer.bytes.count > VarlinkFramer.messageBytesMax * 3 / 4)
    #expect(answer.bytes.count <= VarlinkFramer.messageBytesMax)
  }

  @Test("What is too long is refused, and what stands stays")
  func tooLong() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("radio")
    let connection = daemon.connect(as: launch)
    func services(_ count: Int) -> [PeripheralService] {
      (0..<count).map { service in
        PeripheralService(
          number: "\(service)",
          characteristics: (0..<32).map {
            PeripheralCharacteristic(
              number: "\($0)" + String(repeating: "a", count: 240),
              uses: [.read]
            )
          }
        )
      }
    }
    func publish(_ count: Int) throws -> String? {
      let call = TorporWire.App.PublishServices(services: services(count), restoreIdentifier: "r")
      return try daemon.call(call.varlinkCall, on: connection).last?.error
    }
    #expect(try publish(2) == nil)
    #expect(try publish(64) == "io.torpor.App.TextTooLong")
    let ask = TorporWire.App.StandingBluetooth(restoreIdentifier: "r")
    let answer = try #require(try daemon.call(ask.varlinkCall, on: connection).last)
    #expect(try ask.reply(from: answer).services == services(2))
  }
}
