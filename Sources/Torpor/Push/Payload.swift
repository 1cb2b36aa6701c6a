public import TorporAppModel
internal import TorporAppWire

/// The JSON that a push or a notification carries for the app.
///
/// ```swift
/// struct Greeting: Decodable { var name: String }
///
/// let greeting = try payload.decode(Greeting.self)
/// let badge = try payload.value(Int.self, for: "badge")
/// ```
public struct Payload: Hashable, Sendable, CustomStringConvertible {
  /// The text as it arrived; an object in JSON.
  public let json: String

  /// Makes a payload of its text, which is read only when it is decoded.
  public init(json: String) { self.json = json }

  /// Makes a payload of a value.
  ///
  /// - Throws: `EncodingError` for a number that is not finite.
  public init(_ value: some Encodable) throws {
    json = String(decoding: try WireEncoder.json(value).bytes, as: UTF8.self)
  }

  /// The text.
  public var description: String { json }

  /// Reads the payload as a value; members that the type does not name are ignored.
  ///
  /// - Throws: `DecodingError`: `dataCorrupted` for text that is not JSON, or the error of a type whose member is missing.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try WireDecoder.decode(type, from: try parsed())
  }

  /// Reads one member of the payload; `nil` if it has none of that name.
  ///
  /// - Throws: as `decode(_:)`.
  public func value<Value: Decodable>(_ type: Value.Type, for key: String) throws -> Value? {
    try parsed()[key].map { try WireDecoder.decode(type, from: $0) }
  }

  private func parsed() throws -> JSON {
    do throws(JSONSyntaxError) {
      return try JSON(parsing: Array(json.utf8))
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [],
          debugDescription: "The payload cannot be read: \(error.description).",
          underlyingError: error
        )
      )
    }
  }
}

extension NotificationContent {
  /// What the app keeps with the notification; at most 4 KiB.
  public var userInfo: Payload? {
    get { userInfoJSON.map(Payload.init(json:)) }
    set { userInfoJSON = newValue?.json }
  }
}
