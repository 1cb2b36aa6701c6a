import TorporModel

/// Reads the members of a message by hand.
///
/// The app's part of the wire does without `Codable`: its containers make the runtime look up
/// conformances and build types when the first message comes, which every app would pay for at its
/// start (some 0.2 MiB of resident pages, measured; the client's whole budget is 1.5 MiB).
struct MessageReader {
  private let members: [JSON.Member]

  /// The parameters of a call, which may have no others than those.
  ///
  /// - Throws: `WireError.invalidParameter` naming one that is unknown.
  init(call parameters: JSON, known: [String]) throws(WireError) {
    members = parameters.members
    for member in members where !known.contains(member.key) {
      throw .invalidParameter(parameter: member.key)
    }
  }

  /// Members of a reply; a newer system may send more than this version knows.
  init(reply json: JSON) { members = json.members }

  /// The value of a key; `nil` where there is none, or null.
  subscript(key: String) -> JSON? {
    guard let value = members.first(where: { $0.key == key })?.value, value != .null else {
      return nil
    }
    return value
  }

  func text(_ key: String) throws(WireError) -> String {
    guard let text = self[key]?.text else { throw .invalidParameter(parameter: key) }
    return text
  }

  func optionalText(_ key: String) throws(WireError) -> String? {
    guard let value = self[key] else { return nil }
    guard let text = value.text else { throw .invalidParameter(parameter: key) }
    return text
  }

  func optionalFlag(_ key: String) throws(WireError) -> Bool? {
    guard let value = self[key] else { return nil }
    guard let flag = value.flag else { throw .invalidParameter(parameter: key) }
    return flag
  }

  func flag(_ key: String) throws(WireError) -> Bool {
    guard let flag = try optionalFlag(key) else { throw .invalidParameter(parameter: key) }
    return flag
  }

  /// A length of time in microseconds; a negative one is none.
  func optionalLength(_ key: String) throws(WireError) -> Duration? {
    guard let value = self[key] else { return nil }
    guard let microseconds = value.integer(as: Int64.self), microseconds >= 0 else {
      throw .invalidParameter(parameter: key)
    }
    return Duration(wireMicroseconds: microseconds)
  }

  /// A number that counts something, so that it is not negative.
  func optionalCount(_ key: String) throws(WireError) -> Int64? {
    guard let value = self[key] else { return nil }
    guard let count = value.integer(as: Int64.self), count >= 0 else {
      throw .invalidParameter(parameter: key)
    }
    return count
  }

  func number(_ key: String) throws(WireError) -> Int64 {
    guard let number = self[key]?.integer(as: Int64.self) else {
      throw .invalidParameter(parameter: key)
    }
    return number
  }

  /// One of the words of an enumeration.
  func optionalWord<Word: RawRepresentable<String>>(_ key: String) throws(WireError) -> Word? {
    guard let text = try optionalText(key) else { return nil }
    guard let word = Word(rawValue: text) else { throw .invalidParameter(parameter: key) }
    return word
  }

  /// A counted identifier, as digits in a string.
  @inline(__always)
  func identifier<Identifier: CountedIdentifier>(_ key: String) throws(WireError) -> Identifier {
    guard let number = UInt64(try text(key)) else { throw .invalidParameter(parameter: key) }
    return Identifier(rawValue: number)
  }
}

extension JSON {
  /// The members, where this is an object.
  var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  /// An object of the members that have a value.
  static func object(optional members: [(key: String, value: JSON?)]) -> JSON {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }

  init(_ identifier: some CountedIdentifier) { self = .string(String(identifier.rawValue)) }

  /// The text, or nothing.
  static func text(_ text: String?) -> JSON? { text.map { .string($0) } }
}
