internal import TorporAppWire
internal import TorporPosix

/// State that an app restores after it was ended: a small file of keys and values.
///
/// ```swift
/// var saved = try SavedState()
/// let draft = try saved.value(String.self, for: "draft")
/// try saved.set("Dear all", for: "draft")
/// try saved.save()
/// ```
///
/// The file is `Library/SavedState.json` in the app's container. `save()` replaces it as a whole: after a crash, or a
/// kill in the middle of saving, either the old or the new file exists. Keep it small, because it is read and written
/// as a whole; at most 1 MiB is read. This is a value type, so every thread may use its own; two values in one process
/// overwrite each other's files.
public struct SavedState: Sendable {
  /// The maximum size of the file in bytes; the same as for the system's other small files (our choice).
  public static let bytesMax = 1 << 20

  private let path: String
  private var members: [String: JSON]

  /// Reads the state saved in the app's container (`TORPOR_CONTAINER`).
  ///
  /// - Throws: `TorporError`: `noContainer` when the process has none, `stateUnreadable` when there is a file that
  ///   cannot be read.
  public init() throws(TorporError) {
    guard let container = environmentVariable("TORPOR_CONTAINER"), !container.isEmpty else {
      throw TorporError(.noContainer, subject: "TORPOR_CONTAINER")
    }
    try self.init(inContainer: container)
  }

  /// Reads the state saved in a container.
  ///
  /// - Throws: `TorporError` with the code `stateUnreadable`.
  public init(inContainer container: String) throws(TorporError) {
    path = container + "/Library/SavedState.json"
    let text: String
    do throws(SystemError) {
      text = try Files.read(path, bytesMax: Self.bytesMax)
    } catch {
      // No file exists yet: nothing was saved.
      guard !error.isAbsence else {
        members = [:]
        return
      }
      throw TorporError(.stateUnreadable, error, subject: path)
    }
    do throws(JSONSyntaxError) {
      guard case .object(let saved) = try JSON(parsing: Array(text.utf8)) else {
        throw JSONSyntaxError(.unexpectedByte(text.utf8.first ?? 0), at: 0)
      }
      members = Dictionary(saved.map { ($0.key, $0.value) }) { first, _ in first }
    } catch {
      throw TorporError(.stateUnreadable, subject: path, cause: error.description)
    }
  }

  /// The keys that have a value, sorted.
  public var keys: [String] { members.keys.sorted() }

  /// Returns the value of a key; `nil` if it has none.
  ///
  /// - Throws: `DecodingError` when the saved value has another type.
  public func value<Value: Decodable>(_ type: Value.Type, for key: String) throws -> Value? {
    try members[key].map { try WireDecoder.decode(type, from: $0) }
  }

  /// Sets the value of a key; `save()` writes it to disk.
  ///
  /// - Throws: `EncodingError` for a number that is not finite.
  public mutating func set(_ value: some Encodable, for key: String) throws {
    members[key] = try WireEncoder.json(value)
  }

  /// Removes the value of a key.
  public mutating func removeValue(for key: String) { members[key] = nil }

  /// Writes everything to disk, and returns when it has been written.
  ///
  /// - Throws: `TorporError` with the code `stateNotSaved`; the state saved before remains.
  public func save() throws(TorporError) {
    let saved = members.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }
    let bytes = JSON.object(saved).bytes
    guard bytes.count <= Self.bytesMax else {
      throw TorporError(
        .stateNotSaved,
        subject: path,
        cause: "\(bytes.count) bytes are more than the \(Self.bytesMax) that can be read back"
      )
    }
    do throws(SystemError) {
      let folder = path.dropLast("/SavedState.json".count)
      try Files.makeFolder(String(folder), mode: 0o700)
      try Files.replace(path, with: String(decoding: bytes, as: UTF8.self), mode: 0o600)
    } catch {
      throw TorporError(.stateNotSaved, error, subject: path)
    }
  }
}
