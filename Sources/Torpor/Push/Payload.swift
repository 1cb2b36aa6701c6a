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

  /// Makes a payload from its text, which is parsed only when it is decoded.
  public init(json: String) { self.json = json }

  /// Makes a payload from a value.
  ///
  /// - Throws: `EncodingError` for a number that is not finite.
  public init(_ value: some Encodable) throws {
    json = String(decoding: try WireEncoder.json(value).bytes, as: UTF8.self)
  }

  /// The text.
  public var description: String { json }

  /// Returns the payload as a value; members that the type does not declare are ignored.
  ///
  /// - Throws: `DecodingError`: `dataCorrupted` for text that is not JSON, or the error of a type whose member is missing.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try WireDecoder.decode(type, from: try parsed())
  }

  /// Returns one member of the payload; `nil` if there is none with that name.
  ///
  /// - Throws: The same errors as `decode(_:)`.
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
  /// The app's own data for the notification; at most 4 KiB.
  public var userInfo: Payload? {
    get { userInfoJSON.map(Payload.init(json:)) }
    set { userInfoJSON = newValue?.json }
  }
}
