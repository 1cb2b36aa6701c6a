// Parameters of the calls that are written by hand.

/// The parameters of a method that has none; any that come are unknown.
struct NoParameters: Codable {
  enum CodingKeys: CodingKey {}

  init() {}

  init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: CodingKeys.self)
  }
}

extension JSON {
  /// Reads the parameters of a call; every one must be known.
  ///
  /// - Throws: `WireError.invalidParameter` naming the first that is wrong.
  func parameters<Parameters: Decodable>(
    _ type: Parameters.Type
  ) throws(WireError) -> Parameters {
    do {
      return try WireDecoder.decode(type, from: self, unknownKeys: .refused)
    } catch {
      throw .invalidParameter(parameter: JSON.path(of: error))
    }
  }

  /// Reads the parameters of a reply; a newer daemon may send more than this version knows.
  ///
  /// - Throws: `WireError.malformedMessage`.
  func result<Result: Decodable>(_ type: Result.Type) throws(WireError) -> Result {
    do {
      return try WireDecoder.decode(type, from: self)
    } catch {
      throw .malformedMessage(cause: "'\(JSON.path(of: error))' is missing or not of its type")
    }
  }

  /// A message's values as JSON; they hold no numbers that could fail.
  static func encoding(_ value: some Encodable) -> JSON {
    do {
      return try WireEncoder.json(value)
    } catch {
      preconditionFailure("A message of the wire could not be written: \(error)")
    }
  }

  private static func path(of error: any Error) -> String {
    let path: [any CodingKey] =
      switch error {
      case DecodingError.dataCorrupted(let context): context.codingPath
      case DecodingError.keyNotFound(let key, let context): context.codingPath + [key]
      case DecodingError.typeMismatch(_, let context): context.codingPath
      case DecodingError.valueNotFound(_, let context): context.codingPath
      default: []
      }
    return path.map(\.stringValue).joined(separator: ".")
  }
}
