import Glibc
package import TorporCore
import TorporModel

/// The time zone that a scenario names, with its rules from the machine's database.
package struct ScenarioZone: Hashable, Sendable {
  package let name: String
  package let rules: ZoneRules

  /// Coordinated universal time, which needs no database.
  package static let utc = ScenarioZone(name: ZoneName.utc.text, rules: .utc)

  /// Finds the zone of a name; `nil` where this machine has none that can be read.
  init?(_ text: String) {
    guard let name = ZoneName(text) else { return nil }
    if name == .utc {
      self = .utc
      return
    }
    guard let bytes = ScenarioZone.bytes(of: ScenarioZone.root + "/" + name.text),
      let rules = try? ZoneRules(fileBytes: bytes)
    else { return nil }
    self.init(name: name.text, rules: rules)
  }

  private init(name: String, rules: ZoneRules) {
    self.name = name
    self.rules = rules
  }

  /// Where Debian has the files of the IANA database (package tzdata).
  private static let root = "/usr/share/zoneinfo"

  /// The whole file; `nil` where it cannot be read, or is longer than a zone.
  private static func bytes(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: ZoneRules.fileBytesMax + 1)
    let count = fread(&buffer, 1, buffer.count, file)
    guard ferror(file) == 0, count <= ZoneRules.fileBytesMax else { return nil }
    return Array(buffer[..<count])
  }
}
