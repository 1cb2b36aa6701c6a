/// Stands for FoundationEssentials in the programs that are shipped, because it would make `torpor` a third
/// larger (docs/decisions/0035).
///
/// ArgumentParser needs two things of it, in one file: the description of an error of Foundation's kind,
/// of which this product has none, and the JSON of `--experimental-dump-help`, which the build for
/// debugging has. A later version that needs more of it does not compile with this one.
public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

/// Encodes nothing: `--experimental-dump-help` prints an empty line.
public final class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  public struct NotShipped: Error {}

  public var outputFormatting: OutputFormatting = []
  public init() {}
  public func encode(_ value: some Encodable) throws -> Data { throw NotShipped() }
}

public struct Data: Sendable {}

extension String {
  public enum Encoding: Sendable { case utf8 }
  public init?(data: Data, encoding: Encoding) { nil }
}
