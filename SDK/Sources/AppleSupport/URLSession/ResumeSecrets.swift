internal import Foundation
internal import Synchronization

/// The header fields of a repeated request that identify its user, stored beside the app's data and not in the resume
/// data, because apps store, log and send that.
///
/// The resume data contains a name by which they are found, and they are sent only to the server for which they are
/// meant.
enum ResumeSecrets {
  /// The fields of one request.
  private struct Kept: Codable {
    let server: String
    let headers: [String: String]
  }

  /// Header fields that give access to anyone who has them (RFC 9110, 11.6 and 11.7; RFC 6265, 4.2).
  private static let names: Set<String> = ["authorization", "proxy-authorization", "cookie"]
  /// The maximum number of requests with stored fields; our choice.
  private static let countMax = 16
  /// The time for which they are stored: the total time that a background session gives a download
  /// (`timeoutIntervalForResource`).
  private static let ageMax: TimeInterval = 7 * 86_400
  private static let memory = Mutex<[(name: String, kept: Kept, date: Date)]>([])

  /// Stores the fields of a request.
  ///
  /// - Returns: The other fields, and the name; `nil` if there was nothing to store.
  static func keep(_ request: URLRequest?) -> (headers: [String: String], name: String?) {
    let headers = request?.allHTTPHeaderFields ?? [:]
    let secrets = headers.filter { names.contains($0.key.lowercased()) }
    guard !secrets.isEmpty, let server = server(of: request?.url) else { return (headers, nil) }
    let name = UUID().uuidString
    let kept = Kept(server: server, headers: secrets)
    memory.withLock { $0 = Array(($0 + [(name, kept, Date())]).suffix(countMax)) }
    write(kept, name)
    return (headers.filter { secrets[$0.key] == nil }, name)
  }

  /// Returns the fields stored under that name, possibly by an earlier process; empty for another server.
  static func headers(_ name: String?, for url: URL) -> [String: String] {
    guard let name, UUID(uuidString: name) != nil, let kept = find(name) else { return [:] }
    return kept.server == server(of: url) ? kept.headers : [:]
  }

  /// Removes the fields, because the download that used them is complete.
  static func remove(_ name: String?) {
    guard let name, UUID(uuidString: name) != nil else { return }
    memory.withLock { $0.removeAll { $0.name == name } }
    if let file = folder?.appendingPathComponent(name) {
      try? FileManager.default.removeItem(at: file)
    }
  }

  /// Resets the memory at the end of the app's process; the files in the container remain.
  static func forget() { memory.withLock { $0 = [] } }

  private static func server(of url: URL?) -> String? {
    guard let url, let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased() else {
      return nil
    }
    return "\(scheme)://\(host):\(url.port ?? (scheme == "https" ? 443 : 80))"
  }

  private static func find(_ name: String) -> Kept? {
    memory.withLock { $0.last { $0.name == name && !isOld($0.date) } }?.kept ?? read(name)
  }

  private static func read(_ name: String) -> Kept? {
    guard let file = folder?.appendingPathComponent(name), !isOld(written(file.path)),
      let bytes = try? Data(contentsOf: file)
    else { return nil }
    return try? PropertyListDecoder().decode(Kept.self, from: bytes)
  }

  /// The folder in the app's container; `nil` if the process has none: the fields then end with it.
  private static var folder: URL? {
    let environment = ProcessInfo.processInfo.environment
    guard let home = environment["TORPOR_CONTAINER"] ?? environment["CFFIXED_USER_HOME"] else {
      return nil
    }
    return URL(fileURLWithPath: home, isDirectory: true)
      .appendingPathComponent("Library/Application Support/io.torpor.resume", isDirectory: true)
  }

  /// Writes to a file that only the user can read; if that fails, a later process makes the request without the fields.
  private static func write(_ kept: Kept, _ name: String) {
    guard let folder, let bytes = try? PropertyListEncoder().encode(kept) else { return }
    let manager = FileManager.default
    try? manager.createDirectory(
      at: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    let file = folder.appendingPathComponent(name).path
    _ = manager.createFile(atPath: file, contents: bytes, attributes: [.posixPermissions: 0o600])
    let files = (try? manager.contentsOfDirectory(atPath: folder.path)) ?? []
    let dated = files.map { name in
      let path = folder.appendingPathComponent(name).path
      return (path: path, date: written(path))
    }.sorted { $0.date > $1.date }
    for (place, old) in dated.enumerated() where place >= countMax || isOld(old.date) {
      try? manager.removeItem(atPath: old.path)
    }
  }

  private static func written(_ path: String) -> Date {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
      ?? .distantPast
  }

  private static func isOld(_ date: Date) -> Bool { Date().timeIntervalSince(date) > ageMax }
}
