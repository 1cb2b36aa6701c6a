internal import Foundation
internal import Synchronization

/// What a request that is made again says of its user, kept beside the app's data and not in the resume data: apps store,
/// log and send that.
enum ResumeSecrets {
  /// Header fields that let in whoever has them (RFC 9110, 11.6 and 11.7; RFC 6265, 4.2).
  private static let names: Set<String> = ["authorization", "proxy-authorization", "cookie"]
  /// The most transfers whose fields are kept; our choice.
  private static let countMax = 64
  private static let kept = Mutex<[UInt64: [String: String]]>([:])

  /// Keeps the fields of a transfer, and returns the others.
  static func keep(_ headers: [String: String], for transfer: UInt64) -> [String: String] {
    let secrets = headers.filter { names.contains($0.key.lowercased()) }
    guard !secrets.isEmpty else { return headers }
    kept.withLock { kept in
      kept[transfer] = secrets
      while kept.count > countMax, let oldest = kept.keys.min() { kept[oldest] = nil }
    }
    write(secrets, transfer)
    return headers.filter { secrets[$0.key] == nil }
  }

  /// The fields of a transfer, which an earlier process may have kept.
  static func headers(for transfer: UInt64) -> [String: String] {
    if let secrets = kept.withLock({ $0[transfer] }) { return secrets }
    guard let file = folder?.appendingPathComponent("\(transfer)"),
      let bytes = try? Data(contentsOf: file)
    else { return [:] }
    return (try? PropertyListDecoder().decode([String: String].self, from: bytes)) ?? [:]
  }

  /// The app's process has ended: what is in the container stays.
  static func forget() { kept.withLock { $0 = [:] } }

  /// In the app's container; `nil` where the process has none: then they end with it.
  private static var folder: URL? {
    let environment = ProcessInfo.processInfo.environment
    guard let home = environment["TORPOR_CONTAINER"] ?? environment["CFFIXED_USER_HOME"] else {
      return nil
    }
    return URL(fileURLWithPath: home, isDirectory: true)
      .appendingPathComponent("Library/Application Support/io.torpor.resume", isDirectory: true)
  }

  /// Into a file that only the user reads; where that fails, a later process makes the request without them.
  private static func write(_ secrets: [String: String], _ transfer: UInt64) {
    guard let folder, let bytes = try? PropertyListEncoder().encode(secrets) else { return }
    let manager = FileManager.default
    try? manager.createDirectory(
      at: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    let file = folder.appendingPathComponent("\(transfer)").path
    _ = manager.createFile(atPath: file, contents: bytes, attributes: [.posixPermissions: 0o600])
    let numbers = (try? manager.contentsOfDirectory(atPath: folder.path))?.compactMap(UInt64.init)
    for old in (numbers ?? []).sorted().dropLast(countMax) {
      try? manager.removeItem(atPath: folder.appendingPathComponent("\(old)").path)
    }
  }
}
