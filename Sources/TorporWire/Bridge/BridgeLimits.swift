import TorporModel

/// How much one fact may hold; all our choice, far above what a desktop comes to.
package enum BridgeLimits {
  /// Facts in one report.
  package static let factsMax = 256
  /// Processes in one fact: a terminal with all that runs in it.
  package static let pidsMax = 1024
  /// Services in one fact.
  package static let namesMax = 512
  /// Beacons in one fact: a hall full of them.
  package static let beaconsMax = 256
  /// Bytes of a name: as many as a name of D-Bus may have.
  package static let nameBytesMax = 255
  /// Bytes of the key of a notification, which holds the app's own name for it.
  package static let keyBytesMax = 4096
  /// Bytes of what a user wrote, or of the reason for something.
  package static let textBytesMax = 4096

  /// A text cut to a length in bytes, between characters, and without control characters.
  package static func cut(_ text: String, to bytesMax: Int = textBytesMax) -> String {
    var kept = ""
    for character in text {
      let safe = isPrintable(character) ? character : " "
      guard kept.utf8.count + safe.utf8.count <= bytesMax else { break }
      kept.append(safe)
    }
    return kept
  }

  /// A text on one line, cut and cleaned likewise.
  package static func line(_ text: String, to bytesMax: Int = textBytesMax) -> String {
    let words = text.split { $0.isNewline }.map { line in
      String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return cut(words.filter { !$0.isEmpty }.joined(separator: " "), to: bytesMax)
  }

  static func isText(_ text: String, atMost bytesMax: Int) -> Bool {
    text.utf8.count <= bytesMax && text.allSatisfy(isPrintable)
  }

  /// C0 and C1 control characters are none; a line feed is, for people write several lines.
  private static func isPrintable(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || !(scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value))
    }
  }
}

extension BridgeFact {
  /// Which member is beyond its limit, or no such value: `power.batteryPercent`; `nil`: none.
  var fault: String? {
    switch self {
    case .part(let name, _, let cause):
      first(
        ("part.name", isName(name)),
        (
          "part.cause",
          cause.map {
            BridgeLimits.isText($0, atMost: BridgeLimits.textBytesMax) && !$0.contains("\n")
          }
        )
      )
    case .power(_, let percent):
      first(("power.batteryPercent", percent.map { (0...100).contains($0) }))
    case .metered, .locked, .sleepIsNear, .shutdownIsNear: nil
    case .idle(_, let ago): first(("idle.sinceMicrosecondsAgo", ago >= 0))
    case .focus(let pids): first(("focus.pids", arePIDs(pids)))
    case .hovered(let pids): first(("hovered.pids", arePIDs(pids)))
    case .mediaPlaying(let pids): first(("mediaPlaying.pids", arePIDs(pids)))
    case .audio(let streams): first(("audio.streams", arePIDs(streams.map(\.pid))))
    case .location(let fix): fix.fault.map { "location.fix.\($0)" }
    case .bluetooth(let event): event.isWithinLimits ? nil : "bluetooth.event"
    case .beacons(let sightings):
      first(
        (
          "beacons.sightings",
          sightings.count <= BridgeLimits.beaconsMax && sightings.allSatisfy(\.isWithinLimits)
        )
      )
    case .notificationShown(let key): first(("notificationShown.key", isKey(key)))
    case .notificationAnswered(let key, let action, let text):
      first(
        ("notificationAnswered.key", isKey(key)),
        ("notificationAnswered.action", isName(action)),
        (
          "notificationAnswered.text",
          text.map { BridgeLimits.isText($0, atMost: BridgeLimits.textBytesMax) }
        )
      )
    case .notificationClosed(let key, _): first(("notificationClosed.key", isKey(key)))
    case .statusItems(let pids): first(("statusItems.pids", arePIDs(pids)))
    case .busCallWaits(let pid, let name, let member):
      first(
        ("busCallWaits.pid", pid > 0),
        ("busCallWaits.name", isName(name)),
        ("busCallWaits.member", isName(member))
      )
    case .grab(let pid): first(("grab.pid", pid > 0))
    }
  }

  private func isName(_ text: String) -> Bool {
    !text.isEmpty && BridgeLimits.isText(text, atMost: BridgeLimits.nameBytesMax)
      && !text.contains("\n")
  }

  /// The daemon's own words come back; whether they name anything is for the daemon to say.
  private func isKey(_ text: String) -> Bool { text.utf8.count <= BridgeLimits.keyBytesMax }

  private func arePIDs(_ pids: [Int32]) -> Bool {
    pids.count <= BridgeLimits.pidsMax && pids.allSatisfy { $0 > 0 }
  }
}

extension BluetoothEvent {
  fileprivate var isWithinLimits: Bool {
    func isName(_ text: String) -> Bool {
      BridgeLimits.isText(text, atMost: BridgeLimits.nameBytesMax)
    }
    switch self {
    case .power: return true
    case .centralRequest(_, let request):
      guard let request else { return true }
      return isName(request.service) && isName(request.characteristic)
        && isName(request.central ?? "") && request.offset >= 0
        && request.value.count <= CentralRequest.valueBytesMax
    case .connected(let peripheral), .disconnected(let peripheral), .data(let peripheral):
      return isName(peripheral)
    case .discovered(let peripheral, let services):
      return isName(peripheral) && services.count <= BridgeLimits.namesMax
        && services.allSatisfy(isName)
    }
  }
}

extension BeaconSighting {
  fileprivate var isWithinLimits: Bool {
    // As eight bits with a sign say it.
    BeaconIdentity(uuid: uuid)?.uuid == uuid && (-128...127).contains(signalStrength)
      && (-128...127).contains(strengthAtOneMetre)
  }
}

extension BridgeFix {
  fileprivate var fault: String? {
    first(
      ("latitudeDegrees", (-90...90).contains(latitudeDegrees)),
      ("longitudeDegrees", (-180...180).contains(longitudeDegrees)),
      ("horizontalAccuracyMetres", horizontalAccuracyMetres >= 0),
      ("ageMicroseconds", ageMicroseconds >= 0),
      ("speedMetresPerSecond", speedMetresPerSecond.map { $0 >= 0 }),
      ("courseDegrees", courseDegrees.map { (0...360).contains($0) })
    )
  }
}

/// The first member that is at fault; one that is not there is not.
private func first(_ members: (name: String, isRight: Bool?)...) -> String? {
  members.first { $0.isRight == false }?.name
}
