import TorporModel

/// Reads an object within a message, and names what is wrong by the way to it: `region.radiusMetres`.
///
/// By hand, as `MessageReader` does and for its reasons; every text, list and number has a limit here.
struct ParameterReader {
  private let members: MessageReader
  /// What stands before the key in the name of a parameter: empty, or with a dot at its end.
  private let path: String
  /// Whether members that nobody asks for are an error, as in a call, or of a newer peer.
  private let isStrict: Bool

  /// The parameters of a call, which may have no others than those and `key`.
  ///
  /// - Throws: `WireError.invalidParameter` naming one that is unknown.
  init(call parameters: JSON, known: String...) throws(WireError) {
    members = try MessageReader(call: parameters, known: known + ["key"])
    path = ""
    isStrict = true
  }

  /// The parameters of a call of `io.torpor.Control`, which may have no others than those.
  ///
  /// - Throws: `WireError.invalidParameter` naming one that is unknown.
  init(call parameters: JSON, keys: [String]) throws(WireError) {
    members = try MessageReader(call: parameters, known: keys)
    path = ""
    isStrict = true
  }

  /// The members of an object within a message.
  ///
  /// - Throws: `WireError.invalidParameter` where it is none, or has others in a call.
  init(_ element: WireElement, keys: [String]) throws(WireError) {
    try self.init(
      element.json,
      at: element.path + element.key,
      known: keys,
      isStrict: element.isStrict
    )
  }

  /// The members of a reply or an event; a newer system may send more than this version knows.
  init(reply json: JSON) {
    members = MessageReader(reply: json)
    path = ""
    isStrict = false
  }

  private init(_ json: JSON, at path: String, known: [String], isStrict: Bool) throws(WireError) {
    guard case .object(let all) = json else { throw .invalidParameter(parameter: path) }
    if isStrict, let stray = all.first(where: { !known.contains($0.key) }) {
      throw .invalidParameter(parameter: "\(path).\(stray.key)")
    }
    members = MessageReader(reply: json)
    self.path = path + "."
    self.isStrict = isStrict
  }

  subscript(key: String) -> JSON? { members[key] }

  /// What is thrown for a member that is wrong.
  func invalid(_ key: String) -> WireError { .invalidParameter(parameter: path + key) }

  // MARK: Any values

  private func element(_ key: String, _ json: JSON) -> WireElement {
    WireElement(json: json, path: path, key: key, isStrict: isStrict)
  }

  func optional<Value: WireValue>(_ key: String) throws(WireError) -> Value? {
    guard let json = self[key] else { return nil }
    return try Value(element(key, json))
  }

  func value<Value: WireValue>(_ key: String) throws(WireError) -> Value {
    guard let value: Value = try optional(key) else { throw invalid(key) }
    return value
  }

  func optional<Value: WireValue & Comparable>(
    _ key: String,
    in range: ClosedRange<Value>
  ) throws(WireError) -> Value? {
    guard let value: Value = try optional(key) else { return nil }
    guard range.contains(value) else { throw invalid(key) }
    return value
  }

  func value<Value: WireValue & Comparable>(
    _ key: String,
    in range: ClosedRange<Value>
  ) throws(WireError) -> Value {
    guard let value = try optional(key, in: range) else { throw invalid(key) }
    return value
  }

  func optional(
    _ key: String,
    microseconds range: ClosedRange<Int64>
  ) throws(WireError) -> Duration? {
    try optional(key, in: range).map { Duration(wireMicroseconds: $0) }
  }

  /// A text without a byte 0.
  func optional(_ key: String, bytes range: ClosedRange<Int>) throws(WireError) -> String? {
    guard let text: String = try optional(key) else { return nil }
    guard range.contains(text.utf8.count), !text.utf8.contains(0) else { throw invalid(key) }
    return text
  }

  func value(_ key: String, bytes range: ClosedRange<Int>) throws(WireError) -> String {
    guard let text = try optional(key, bytes: range) else { throw invalid(key) }
    return text
  }

  func optional<Value: WireValue>(
    _ key: String,
    count range: ClosedRange<Int>
  ) throws(WireError) -> [Value]? {
    guard let json = self[key] else { return nil }
    guard let count = json.elements?.count, range.contains(count) else { throw invalid(key) }
    return try [Value](element(key, json))
  }

  func value<Value: WireValue>(
    _ key: String,
    count range: ClosedRange<Int>
  ) throws(WireError) -> [Value] {
    guard let values: [Value] = try optional(key, count: range) else { throw invalid(key) }
    return values
  }

  // MARK: Texts

  func optionalText(_ key: String, bytesMax: Int) throws(WireError) -> String? {
    guard let value = self[key] else { return nil }
    guard let text = value.text, text.utf8.count <= bytesMax, !text.utf8.contains(0) else {
      throw invalid(key)
    }
    return text
  }

  /// A name: not empty, at most `ModeLimits.nameBytesMax` bytes.
  func optionalName(_ key: String) throws(WireError) -> String? {
    guard let name = try optionalText(key, bytesMax: ModeLimits.nameBytesMax) else { return nil }
    guard !name.isEmpty else { throw invalid(key) }
    return name
  }

  func text(_ key: String) throws(WireError) -> String {
    guard let text = try optionalText(key, bytesMax: .max) else { throw invalid(key) }
    return text
  }

  func name(_ key: String) throws(WireError) -> String {
    guard let name = try optionalName(key) else { throw invalid(key) }
    return name
  }

  /// A list of names; a wrong one is named by its place.
  func optionalNames(_ key: String, countMax: Int) throws(WireError) -> [String]? {
    guard let value = self[key] else { return nil }
    guard let elements = value.elements, elements.count <= countMax else { throw invalid(key) }
    var names: [String] = []
    for (index, element) in elements.enumerated() {
      guard let text = element.text, (1...ModeLimits.nameBytesMax).contains(text.utf8.count),
        !text.utf8.contains(0)
      else { throw invalid("\(key).\(index)") }
      names.append(text)
    }
    return names
  }

  func optionalWord<Word: RawRepresentable<String>>(_ key: String) throws(WireError) -> Word? {
    guard let value = self[key] else { return nil }
    guard let word = value.text.flatMap(Word.init(rawValue:)) else { throw invalid(key) }
    return word
  }

  func word<Word: RawRepresentable<String>>(_ key: String) throws(WireError) -> Word {
    guard let word: Word = try optionalWord(key) else { throw invalid(key) }
    return word
  }

  // MARK: Numbers

  func optionalFlag(_ key: String) throws(WireError) -> Bool? {
    guard let value = self[key] else { return nil }
    guard let flag = value.flag else { throw invalid(key) }
    return flag
  }

  func flag(_ key: String) throws(WireError) -> Bool {
    guard let flag = try optionalFlag(key) else { throw invalid(key) }
    return flag
  }

  func optionalInteger(_ key: String, in range: ClosedRange<Int>) throws(WireError) -> Int? {
    guard let value = self[key] else { return nil }
    guard let number = value.integer(as: Int.self), range.contains(number) else {
      throw invalid(key)
    }
    return number
  }

  /// A number within its range; JSON has none that are not finite.
  func optionalNumber(
    _ key: String,
    in range: ClosedRange<Double>
  ) throws(WireError) -> Double? {
    guard let value = self[key] else { return nil }
    guard let number = value.double, range.contains(number) else { throw invalid(key) }
    return number
  }

  func number(_ key: String, in range: ClosedRange<Double>) throws(WireError) -> Double {
    guard let number = try optionalNumber(key, in: range) else { throw invalid(key) }
    return number
  }

  /// A distance on the earth.
  func optionalMetres(_ key: String) throws(WireError) -> Double? {
    try optionalNumber(key, in: 0...ModeLimits.metresMax)
  }

  /// A length of time in microseconds, not negative, at most `ModeLimits.lengthMax`.
  func optionalLength(_ key: String) throws(WireError) -> Duration? {
    guard let value = self[key] else { return nil }
    guard let microseconds = value.integer(as: Int64.self),
      (0...ModeLimits.lengthMax.microseconds).contains(microseconds)
    else { throw invalid(key) }
    return Duration(wireMicroseconds: microseconds)
  }

  func length(_ key: String) throws(WireError) -> Duration {
    guard let length = try optionalLength(key) else { throw invalid(key) }
    return length
  }

  func optionalMoment(_ key: String) throws(WireError) -> Instant? {
    guard let value = self[key] else { return nil }
    guard let microseconds = value.integer(as: Int64.self) else { throw invalid(key) }
    return Instant(microseconds: microseconds)
  }

  func identifier<Identifier: CountedIdentifier>(_ key: String) throws(WireError) -> Identifier {
    guard let number = self[key]?.text.flatMap({ UInt64($0) }) else { throw invalid(key) }
    return Identifier(rawValue: number)
  }

  // MARK: Objects and lists

  /// An object within this one; in a call it may have no other members than those.
  func optionalObject(_ key: String, known: [String]) throws(WireError) -> ParameterReader? {
    guard let value = self[key] else { return nil }
    return try ParameterReader(value, at: path + key, known: known, isStrict: isStrict)
  }

  func object(_ key: String, known: [String]) throws(WireError) -> ParameterReader {
    guard let part = try optionalObject(key, known: known) else { throw invalid(key) }
    return part
  }

  /// The objects of a list, of which there may be none.
  func objects(
    _ key: String,
    countMax: Int,
    known: [String]
  ) throws(WireError) -> [ParameterReader] {
    var parts: [ParameterReader] = []
    for (index, value) in try elements(key, countMax: countMax).enumerated() {
      let way = "\(path)\(key).\(index)"
      parts.append(try ParameterReader(value, at: way, known: known, isStrict: isStrict))
    }
    return parts
  }

  /// The elements of a list, of which there may be none.
  func elements(_ key: String, countMax: Int) throws(WireError) -> [JSON] {
    guard let elements = self[key]?.elements, elements.count <= countMax else {
      throw invalid(key)
    }
    return elements
  }
}

/// What the parameters of the services for modes may hold; all are our choices.
package enum ModeLimits {
  /// The longest name of anything: a region, a notification, an accessory, a peripheral, a service.
  package static let nameBytesMax = 256
  /// The most names of notifications in one call: twice as many as are ever scheduled (LN3).
  package static let namesMax = 256
  /// The most protocols of an accessory, and the most that an app supports.
  package static let protocolsMax = 16
  /// The longest path (`PATH_MAX`).
  package static let pathBytesMax = 4096
  /// The most services of one Bluetooth call.
  package static let servicesMax = 64
  /// The most characteristics of one service that an app publishes.
  package static let characteristicsMax = 32
  /// The most categories of notifications of an app.
  package static let categoriesMax = 64
  /// The most buttons of a category; the user sees four at most.
  package static let actionsMax = 16
  /// The longest title or subtitle of a notification, and the longest of a button: nobody sees more.
  package static let titleBytesMax = 1 << 10
  /// The longest body: as much as a whole push may have (§6.1).
  package static let bodyBytesMax = 4 << 10
  /// The longest JSON of an app's own words in a notification: as much as a whole push may have.
  package static let userInfoBytesMax = 4 << 10
  /// The bytes of a notification as it stands on the wire, so that the 128 that may be scheduled go
  /// into one message.
  package static let notificationBytesMax = 7 << 10
  /// The largest number on an icon.
  package static let badgeMax = 1_000_000
  /// The longest distance: once around the earth is 40,075 km.
  package static let metresMax = 41_000_000.0
  /// The longest time: a hundred years.
  package static let lengthMax = Duration.seconds(100 * 366 * 86_400)
  /// The longest text that the user answers a notification with.
  package static let answerBytesMax = 4 << 10
  /// The most descriptors that an app may have handed over.
  package static let descriptorsMax = 16
  /// The most descriptors that all apps together may have handed over.
  package static let descriptorsOfAllMax = 512
}
