import TorporModel
import TorporWire

/// The received beacon signals, collected until they are due to be reported.
///
/// A pure value. A beacon transmits several times a second; it is reported once per requested interval, with its last
/// signal strength.
struct BeaconScan {
  let demand: BeaconDemand
  private var heard: [Key: BeaconSighting] = [:]

  /// The maximum number of beacons that are reported at once: as many as a fact may have.
  static let beaconsMax = BridgeFact.beaconsSightingsCount.upperBound

  private struct Key: Hashable {
    let uuid: String
    let major: UInt16
    let minor: UInt16
  }

  init(_ demand: BeaconDemand) { self.demand = demand }

  /// Whether there is nothing to report.
  var isEmpty: Bool { heard.isEmpty }

  mutating func take(_ sighting: BeaconSighting) {
    guard demand.uuids.contains(sighting.uuid) else { return }
    let key = Key(uuid: sighting.uuid, major: sighting.major, minor: sighting.minor)
    guard heard[key] != nil || heard.count < Self.beaconsMax else { return }
    heard[key] = sighting
  }

  /// Removes and returns the beacons to report, in the order of their numbers.
  mutating func takeAll() -> [BeaconSighting] {
    defer { heard = [:] }
    return heard.values.sorted { ($0.uuid, $0.major, $0.minor) < ($1.uuid, $1.major, $1.minor) }
  }
}

extension BeaconSighting {
  /// Apple's number among the manufacturers of Bluetooth devices (Assigned Numbers, 7.1).
  static let company: UInt16 = 0x004c

  /// Makes a sighting from the manufacturer data of a beacon; `nil`: it is not a beacon.
  ///
  /// Type 2, 21 bytes long: 16 of the UUID, two of the major, two of the minor, the highest first, and the signed
  /// strength at one metre (Apple's Proximity Beacon Specification, release 1).
  init?(_ data: [UInt8], signalStrength: Int) {
    guard data.count == 23, data[0] == 0x02, data[1] == 0x15 else { return nil }
    let digits = Array("0123456789abcdef")
    var uuid = ""
    for (index, byte) in data[2..<18].enumerated() {
      if [4, 6, 8, 10].contains(index) { uuid.append("-") }
      uuid.append(digits[Int(byte >> 4)])
      uuid.append(digits[Int(byte & 15)])
    }
    self.init(
      uuid: uuid,
      major: UInt16(data[18]) << 8 | UInt16(data[19]),
      minor: UInt16(data[20]) << 8 | UInt16(data[21]),
      signalStrength: signalStrength,
      strengthAtOneMetre: Int(Int8(bitPattern: data[22]))
    )
  }
}
