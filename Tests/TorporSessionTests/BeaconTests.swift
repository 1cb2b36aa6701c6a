import Testing
import TorporModel
import TorporWire

@testable import torpor_session

@Suite("Beacons in the air")
struct BeaconTests {
  /// As a beacon of the desk sends it: UUID, 1, 258, -59 dBm.
  static let data: [UInt8] = [
    0x02, 0x15, 0xe2, 0xc5, 0x6d, 0xb5, 0xdf, 0xfb, 0x48, 0xd2, 0xb0, 0x60, 0xd0, 0xf5, 0xa7, 0x10,
    0x96, 0xe0, 0x00, 0x01, 0x01, 0x02, 0xc5,
  ]
  static let uuid = "e2c56db5-dffb-48d2-b060-d0f5a71096e0"

  static func sighting(_ minor: UInt16 = 258, strength: Int = -70) -> BeaconSighting {
    BeaconSighting(
      uuid: uuid,
      major: 1,
      minor: minor,
      signalStrength: strength,
      strengthAtOneMetre: -59
    )
  }

  @Test("are read from the data of their maker")
  func reading() { #expect(BeaconSighting(Self.data, signalStrength: -70) == Self.sighting()) }

  @Test(
    "are nothing else that Apple's devices say",
    arguments: [
      [], [0x02], Array(data.dropLast()), data + [0], [0x10] + data.dropFirst(),
      [0x02, 0x14] + data.dropFirst(2),
    ] as [[UInt8]]
  )
  func others(data: [UInt8]) { #expect(BeaconSighting(data, signalStrength: -70) == nil) }

  @Test("are told once, as strongly as they were heard last, and only those that are asked for")
  func gathering() {
    var scan = BeaconScan(BeaconDemand(uuids: [Self.uuid], intervalSeconds: 10))
    scan.take(Self.sighting(2))
    scan.take(Self.sighting(1, strength: -80))
    scan.take(Self.sighting(1, strength: -60))
    var other = Self.sighting()
    other.uuid = "00000000-0000-0000-0000-000000000000"
    scan.take(other)
    #expect(scan.takeAll() == [Self.sighting(1, strength: -60), Self.sighting(2)])
    #expect(scan.takeAll() == [])
    for minor in 0..<1000 { scan.take(Self.sighting(UInt16(minor))) }
    #expect(scan.takeAll().count == BridgeFact.beaconsSightingsCount.upperBound)
  }
}
