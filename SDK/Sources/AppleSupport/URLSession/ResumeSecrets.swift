internal import Foundation
internal import Synchronization

/// What a request that is made again says of its user, kept beside the app's data and not in the resume data: apps store,
/// log and send that.
///
/// The resume data has a name by which they are found, and they are sent only to the server that they are for.
enum ResumeSecrets {
  /// Of one request.
  private struct Kept: Codable {
    let server: String
    let headers: [String: String]
  }

  /// Header fields that give access to anybody with them (RFC 9110, 11.6 and 11.7; RFC 6265, 4.2).
  private static let names: Set<String> = ["authorization", "proxy-authorization", "cookie"]
  /// The most requests whose fields are kept; our choice.
  private static let countMax = 16
  /// How long they are kept: what a background session gives a download in all (`timeoutIntervalForResource`).
  private static let ageMax: TimeInterval = 7 * 86_400
  private static let memory = Mutex<[(name: String, kept: Kept, date: Date)]>([])

  /// Keeps the fields of a request.
  ///
  /// - Returns: The other fields, and the name; `nil` where there was nothing to keep.
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

  /// The fields of that name, which an earlier process may have kept; none for another server.
  static func headers(_ name: String?, for url: URL) -> [String: String] {
    guard let name, UUID(uuidString: name) != nil, let kept = find(name) else { return [:] }
    return kept.server == server(of: url) ? kept.headers : [:]
  }

  /// The fields are of no more use: what continued with them is whole.
  static func remove(_ name: String?) {
    guard let name, UUID(uuidString: name) != nil else { return }
    memory.withLock { $0.removeAll { $0.name == name } }
    if let file = folder?.appendingPathComponent(name) {
      try? FileManager.default.removeItem(at: file)
    }
  }

  /// The app's process has ended: what is in the container stays.
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
