internal import AppleSupport
internal import Foundation

/// The saved state of a library.
struct SavedLibrary {
  var issues: [SavedIssue] = []
  var reading: String?
}

/// The saved state of an issue.
struct SavedIssue {
  var name: String
  var date: Date
  /// The name of its folder.
  var folder = UUID().uuidString
  var isComplete = false
  var assets: [SavedAsset] = []

  init(name: String, date: Date) { (self.name, self.date) = (name, date) }

  init?(_ row: [String: Any]) {
    guard let name = row["name"] as? String, let date = row["date"] as? Date,
      let folder = row["folder"] as? String, UUID(uuidString: folder) != nil
    else { return nil }
    (self.name, self.date, self.folder) = (name, date, folder)
    isComplete = row["isComplete"] as? Bool ?? false
    assets = (row["assets"] as? [[String: Any]] ?? []).compactMap(SavedAsset.init)
  }

  var row: [String: Any] {
    [
      "name": name, "date": date, "folder": folder, "isComplete": isComplete,
      "assets": assets.map(\.row),
    ]
  }
}

/// The saved state of an asset.
struct SavedAsset {
  var identifier = UUID().uuidString
  var request: URLRequest
  var userInfo: [AnyHashable: Any]?
  /// Whether the system has the download.
  var isStarted = false
  /// Whether the file has arrived while there was no delegate.
  var isWaiting = false

  init(_ request: URLRequest) { self.request = request }

  init?(_ row: [String: Any]) {
    guard let identifier = row["identifier"] as? String, UUID(uuidString: identifier) != nil,
      let url = (row["url"] as? String).flatMap({ URL(string: $0) })
    else { return nil }
    self.identifier = identifier
    request = URLRequest(url: url)
    for (name, value) in row["headers"] as? [String: String] ?? [:] {
      request.setValue(value, forHTTPHeaderField: name)
    }
    userInfo = row["userInfo"] as? [String: Any]
    isStarted = row["isStarted"] as? Bool ?? false
    isWaiting = row["isWaiting"] as? Bool ?? false
  }

  var row: [String: Any] {
    var row: [String: Any] = [
      "identifier": identifier, "url": request.url?.absoluteString ?? "",
      "headers": request.allHTTPHeaderFields ?? [:], "isStarted": isStarted,
      "isWaiting": isWaiting,
    ]
    row["userInfo"] = userInfo as? [String: Any]
    return row
  }
}

/// The file of a library in the app's container.
struct IssueFile {
  private let folder = FileManager.default
    .urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    .appendingPathComponent("io.torpor.newsstand")
  private var path: URL { folder.appendingPathComponent("issues.plist") }

  /// Returns the saved state; empty if it cannot be read.
  func read() -> SavedLibrary {
    guard let data = try? Data(contentsOf: path),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let kept = list as? [String: Any]
    else { return SavedLibrary() }
    return SavedLibrary(
      issues: (kept["issues"] as? [[String: Any]] ?? []).compactMap(SavedIssue.init),
      reading: kept["reading"] as? String
    )
  }

  /// Replaces the saved state, completely or not at all; a failure is reported.
  func write(_ library: SavedLibrary) {
    var kept: [String: Any] = ["issues": library.issues.map(\.row)]
    kept["reading"] = library.reading
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try PropertyListSerialization.data(fromPropertyList: kept, format: .binary, options: 0)
        .write(to: path, options: .atomic)
    } catch {
      ErrorStream.write(
        "torpor: the issues of the library cannot be kept in \(path.path): \(error.localizedDescription). What was added is "
          + "gone with this process; userInfo takes values of property lists alone.\n"
      )
    }
  }

  /// Returns the place where a file waits for a delegate.
  func waiting(_ identifier: String) -> URL { folder.appendingPathComponent(identifier) }
}
