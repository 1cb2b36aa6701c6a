public import Foundation

/// A decoder of bytes, such as `JSONDecoder`.
public protocol TopLevelDecoder<Input> {
  /// The bytes.
  associatedtype Input
  /// Reads a value.
  func decode<Value: Decodable>(_ type: Value.Type, from: Input) throws -> Value
}

/// An encoder to bytes, such as `JSONEncoder`.
public protocol TopLevelEncoder<Output> {
  /// The bytes.
  associatedtype Output
  /// Writes a value.
  func encode<Value: Encodable>(_ value: Value) throws -> Output
}

extension JSONDecoder: TopLevelDecoder {}
extension JSONEncoder: TopLevelEncoder {}
extension PropertyListDecoder: TopLevelDecoder {}
extension PropertyListEncoder: TopLevelEncoder {}

extension Publisher {
  /// Decodes each value; an error ends the publisher.
  public func decode<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type,
    decoder: Coder
  ) -> Publishers.Operator<Self, Item, any Error> where Output == Coder.Input {
    tryMap { try decoder.decode(type, from: $0) }
  }

  /// Encodes each value; an error ends the publisher.
  public func encode<Coder: TopLevelEncoder>(
    encoder: Coder
  ) -> Publishers.Operator<Self, Coder.Output, any Error> where Output: Encodable {
    tryMap { try encoder.encode($0) }
  }
}
