public import AppleSupport
public import Foundation

extension NSNotification.Name {
  /// All assets of an issue have been downloaded; its `object` is the `NKIssue`.
  public static let NKIssueDownloadCompleted = NSNotification.Name(
    "NKIssueDownloadCompletedNotification"
  )
}

/// The issues of a periodical that the app has received from its publisher (Newsstand, iOS 5 to 12).
///
/// Like Apple's class, it is used on the main thread. Its state is stored in the app's container, across the app's
/// processes.
open class NKLibrary: NSObject {
  nonisolated(unsafe) private static var theOne: NKLibrary?

  private let file: IssueFile
  /// The issues, in the order in which they were added.
  private var all: [NKIssue] = []
  private var reading: String?
  private(set) var downloads: IssueDownloads?

  private init(_ file: IssueFile) {
    self.file = file
    super.init()
    let saved = file.read()
    reading = saved.reading
    all = saved.issues.map { NKIssue($0, of: self) }
    downloads = IssueDownloads(self)
  }

  /// Returns the app's library.
  open class func shared() -> NKLibrary? {
    if let theOne { return theOne }
    let library = NKLibrary(IssueFile())
    theOne = library
    return library
  }

  /// Resets the library to that of a new process.
  package static func forget() { theOne = nil }

  /// The issues that the app has added and not removed.
  open var issues: [NKIssue] { all }

  /// The assets that are being downloaded, of all issues; an app that was launched for one calls `download(with:)` on
  /// each again.
  open var downloadingAssets: [NKAssetDownload] { all.flatMap(\.downloadingAssets) }

  /// The issue that the user is reading, which is purged last when space is short; only recorded here.
  open var currentlyReadingIssue: NKIssue? {
    get { reading.flatMap(issue(withName:)) }
    set {
      reading = newValue?.name
      save()
    }
  }

  /// Returns the issue with a name; `nil`: there is none.
  open func issue(withName name: String) -> NKIssue? { all.first { $0.name == name } }

  /// Adds an issue, with an empty folder for its content.
  ///
  /// Adding a name that already exists ends the app, as on Apple's systems.
  open func addIssue(withName name: String, date: Date) -> NKIssue {
    guard issue(withName: name) == nil else {
      AppleException(
        name: "NSInternalInconsistencyException",
        reason: "Cannot add issue '\(name)': an issue of that name is in the library",
        hint: "Ask issue(withName:) first."
      ).raise()
    }
    let issue = NKIssue(SavedIssue(name: name, date: date), of: self)
    all.append(issue)
    save()
    return issue
  }

  /// Removes an issue, its content, and its downloads.
  open func removeIssue(_ issue: NKIssue) {
    guard let index = all.firstIndex(where: { $0 === issue }) else { return }
    for asset in issue.downloadingAssets { downloads?.cancel(asset) }
    all.remove(at: index)
    if reading == issue.name { reading = nil }
    save()
    try? FileManager.default.removeItem(at: issue.contentURL)
  }

  /// Returns the asset with an identifier that is being downloaded.
  func asset(_ identifier: String) -> NKAssetDownload? {
    downloadingAssets.first { $0.identifier == identifier }
  }

  func save() { file.write(SavedLibrary(issues: all.map(\.saved), reading: reading)) }
}

/// The state of an issue's content.
public enum NKIssueContentStatus: Int, Sendable {
  /// Nothing has been downloaded.
  case none = 0
  /// An asset is being downloaded.
  case downloading = 1
  /// All content is available.
  case available = 2
}

/// One issue of a periodical.
open class NKIssue: NSObject {
  private(set) weak var library: NKLibrary?
  private(set) var saved: SavedIssue
  private var assets: [NKAssetDownload] = []

  init(_ saved: SavedIssue, of library: NKLibrary) {
    self.saved = saved
    self.library = library
    super.init()
    assets = saved.assets.map { NKAssetDownload($0, of: self) }
  }

  /// Its name, which is unique within the library.
  open var name: String { saved.name }
  /// The date of publication.
  open var date: Date { saved.date }

  /// The folder for its content, in the app's caches.
  open var contentURL: URL {
    let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
      .appendingPathComponent("Newsstand").appendingPathComponent(saved.folder)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// The assets that are being downloaded for it.
  open var downloadingAssets: [NKAssetDownload] { assets }

  /// The state of its content.
  open var status: NKIssueContentStatus {
    if !assets.isEmpty { return .downloading }
    return saved.isComplete ? .available : .none
  }

  /// Adds an asset, whose download begins with `download(with:)`.
  open func addAsset(with request: URLRequest) -> NKAssetDownload {
    let asset = NKAssetDownload(SavedAsset(request), of: self)
    assets.append(asset)
    note()
    return asset
  }

  /// Handles the completion of an asset.
  func finish(_ asset: NKAssetDownload) {
    assets.removeAll { $0 === asset }
    saved.isComplete = assets.isEmpty
    note()
    guard assets.isEmpty else { return }
    NotificationCenter.default.post(name: .NKIssueDownloadCompleted, object: self)
  }

  /// Records that the issue has changed.
  func note() {
    saved.assets = assets.map(\.saved)
    library?.save()
  }
}
