internal import FoundationEssentials
internal import TorporCrypto

#if canImport(Glibc)
import Glibc
#endif

/// The folder in which the link stores its key and its state; accessible only to its own user.
struct StateFolder: Sendable {
  let path: String

  /// Why the folder cannot be used, as a sentence.
  struct Failure: Error {
    let sentence: String
  }

  private var keyPath: String { path + "/device.key" }
  private var memoryPath: String { path + "/link.json" }

  /// Creates the folder if it does not exist.
  ///
  /// - Throws: `Failure`.
  func open() throws(Failure) {
    // This includes the folders above it in the user's own state.
    var parent = ""
    for name in path.split(separator: "/").dropLast() {
      parent += "/" + name
      _ = mkdir(parent, 0o755)
    }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure(path, "be made") }
  }

  /// Returns the key of this device, which is created the first time.
  ///
  /// - Throws: `Failure`.
  func key() throws(Failure) -> DeviceKey {
    if let text = read(keyPath) {
      let seed = Hex.decode(text.filter { !$0.isWhitespace }.utf8)
      guard let key = seed.flatMap({ DeviceKey(seed: $0) }) else {
        throw Failure(
          sentence:
            "\(keyPath) is not a key of a device: 64 hexadecimal digits. Restore it, or remove it: then a "
            + "new key is made, and apps get new tokens."
        )
      }
      return key
    }
    guard errno == ENOENT else { throw failure(keyPath, "be read") }
    let key = DeviceKey.make()
    try write(Hex.encode(key.seed) + "\n", to: keyPath)
    return key
  }

  /// Returns the state from the last process; empty if it belongs to another gateway, or cannot be read.
  func memory(of gateway: String) -> LinkMemory {
    let saved = read(memoryPath).flatMap {
      try? JSONDecoder().decode(LinkMemory.self, from: Data($0.utf8))
    }
    return saved?.gateway == gateway
      ? saved ?? LinkMemory(gateway: gateway) : LinkMemory(gateway: gateway)
  }

  /// Writes the state with which the next process begins.
  ///
  /// - Throws: `Failure`.
  func save(_ memory: LinkMemory) throws(Failure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(memory) else { return }
    try write(String(decoding: data, as: UTF8.self) + "\n", to: memoryPath)
  }

  // MARK: Files

  private func failure(_ path: String, _ what: String) -> Failure {
    Failure(
      sentence:
        "\(path) cannot \(what): \(String(cString: strerror(errno))). Give another folder with --state."
    )
  }

  /// Returns the text of a file of at most 1 MiB; `nil`, with `errno`, if it cannot be read.
  private func read(_ path: String) -> String? {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = Glibc.read(file, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Writes the file completely; after any failure, the previous file remains.
  private func write(_ text: String, to path: String) throws(Failure) {
    let draft = path + ".new"
    _ = unlink(draft)
    let file = Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure(draft, "be written") }
    let bytes = Array(text.utf8)
    let isWhole =
      Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
    close(file)
    guard isWhole, rename(draft, path) == 0 else { throw failure(path, "be written") }
    // The name must also survive a loss of power: without the key, all tokens would be invalid.
    let folder = Glibc.open(self.path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }
}
