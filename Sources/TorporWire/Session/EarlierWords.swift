import TorporAppModel
import TorporAppWire

/// The words that calls had in earlier builds, and those that they have now.
///
/// Apps, bridges and exported files that were made with an earlier build still have them. A call is read under
/// these words only if it cannot be read as it is, so that a call in today's words costs nothing.
package enum EarlierWords {
  /// Methods by their names in earlier builds.
  private static let methods = [
    "io.torpor.App.HandOverDescriptor": "WatchDescriptor",
    "io.torpor.App.TakeBackDescriptor": "UnwatchDescriptor",
    "io.torpor.Control.PlugAccessory": "ConnectAccessory",
    "io.torpor.Control.UnplugAccessory": "DisconnectAccessory",
  ]

  /// What has another name in the parameters of a method, at any depth.
  private static let members = [
    "io.torpor.Control.ChangeSetting": ["memoryVictims": "evictionOrder"],
    "io.torpor.Bridge.Report": [
      "sleepIsNear": "prepareForSleep", "shutdownIsNear": "prepareForShutdown",
      "isNear": "isStarting", "hovered": "pointerFocus",
    ],
  ]

  /// The words of an enum, by the member that has them.
  private static let values = ["evictionOrder": ["leastMissedFirst": "leastLikelyUsedFirst"]]

  /// The settings that programs for users take, by their names in earlier builds.
  package static func setting(_ name: String) -> String {
    members[Control.ChangeSetting.method]?[name] ?? name
  }

  /// A value of a setting in today's words.
  package static func value(_ word: String, of setting: String) -> String {
    values[setting]?[word] ?? word
  }

  /// Reads a call, and reads it under today's words if that fails and it has earlier ones.
  ///
  /// - Throws: what the last reading throws.
  static func read<Call>(
    _ interface: String,
    _ method: Substring,
    _ parameters: JSON,
    _ body: (Substring, JSON) throws(WireError) -> Call
  ) throws(WireError) -> Call {
    do throws(WireError) {
      return try body(method, parameters)
    } catch {
      let name = "\(interface).\(method)"
      let today = Substring(methods[name] ?? String(method))
      let renamed = members[name].map { parameters.renaming($0) } ?? parameters
      guard today != method || renamed != parameters else { throw error }
      return try body(today, renamed)
    }
  }

  /// The words of members and of enums below a value.
  fileprivate static func renamed(_ value: JSON, of key: String) -> JSON {
    guard case .string(let word) = value else { return value }
    return .string(self.value(word, of: key))
  }
}

extension JSON {
  /// With other names for members, at any depth, and with today's words as their values.
  fileprivate func renaming(_ names: [String: String]) -> JSON {
    switch self {
    case .object(let members):
      .object(
        members.map { member in
          let key = names[member.key] ?? member.key
          return Member(key, EarlierWords.renamed(member.value.renaming(names), of: key))
        }
      )
    case .array(let elements): .array(elements.map { $0.renaming(names) })
    default: self
    }
  }
}
