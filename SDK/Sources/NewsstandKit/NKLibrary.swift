public import AppleSupport
public import Foundation

extension NSNotification.Name {
  /// All that was loaded for an issue is there; its `object` is the `NKIssue`.
  public static let NKIssueDownloadCompleted = NSNotification.Name(
    "NKIssueDownloadCompletedNotification"
  )
}

/// The issues of a periodical, which the app has from its publisher (Newsstand, iOS 5 to 12).
///
/// Like Apple's, of the main thread. What it knows is kept in the app's container, over the lives of its processes.
open class NKLibrary: NSObject {
  nonisolated(unsafe) private static var theOne: NKLibrary?

  private let file: IssueFile
  /// In the order in which they were added.
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

  /// The app's library.
  open class func shared() -> NKLibrary? {
    if let theOne { return theOne }
    let library = NKLibrary(IssueFile())
    theOne = library
    return library
  }

  /// As a process that has asked for nothing.
  package static func forget() { theOne = nil }

  /// What the app has added and not removed.
  open var issues: [NKIssue] { all }

  /// What is being loaded, of all issues; an app that was launched for one calls `download(with:)` on each again.
  open var downloadingAssets: [NKAssetDownload] { all.flatMap(\.downloadingAssets) }

  /// What the user reads, which is kept for last where room is short; only noted here.
  open var currentlyReadingIssue: NKIssue? {
    get { reading.flatMap(issue(withName:)) }
    set {
      reading = newValue?.name
      save()
    }
  }

  /// The issue of a name; `nil`: there is none.
  open func issue(withName name: String) -> NKIssue? { all.first { $0.name == name } }

  /// Adds an issue, with an empty folder for what it has.
  ///
  /// One of a name that is there ends the app, as on Apple's systems.
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

  /// Removes an issue, what it has, and what is being loaded for it.
  open func removeIssue(_ issue: NKIssue) {
    guard let index = all.firstIndex(where: { $0 === issue }) else { return }
    for asset in issue.downloadingAssets { downloads?.cancel(asset) }
    all.remove(at: index)
    if reading == issue.name { reading = nil }
    save()
    try? FileManager.default.removeItem(at: issue.contentURL)
  }

  /// What is being loaded under a name.
  func asset(_ identifier: String) -> NKAssetDownload? {
    downloadingAssets.first { $0.identifier == identifier }
  }

  func save() { file.write(SavedLibrary(issues: all.map(\.saved), reading: reading)) }
}

/// Whether what belongs to an issue is there.
public enum NKIssueContentStatus: Int, Sendable {
  /// Nothing was loaded.
  case none = 0
  /// Something is being loaded.
  case downloading = 1
  /// All is there.
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

  /// Its name, which no other one of the library has.
  open var name: String { saved.name }
  /// When it appears.
  open var date: Date { saved.date }

  /// The folder for what it has, in the app's caches.
  open var contentURL: URL {
    let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
      .appendingPathComponent("Newsstand").appendingPathComponent(saved.folder)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// What is being loaded for it.
  open var downloadingAssets: [NKAssetDownload] { assets }

  /// Whether what belongs to it is there.
  open var status: NKIssueContentStatus {
    if !assets.isEmpty { return .downloading }
    return saved.isComplete ? .available : .none
  }

  /// Adds something to load, which begins with `download(with:)`.
  open func addAsset(with request: URLRequest) -> NKAssetDownload {
    let asset = NKAssetDownload(SavedAsset(request), of: self)
    assets.append(asset)
    note()
    return asset
  }

  /// Everything of an asset is there.
  func finish(_ asset: NKAssetDownload) {
    assets.removeAll { $0 === asset }
    saved.isComplete = assets.isEmpty
    note()
    guard assets.isEmpty else { return }
    NotificationCenter.default.post(name: .NKIssueDownloadCompleted, object: self)
  }

  /// What it is has changed.
  func note() {
    saved.assets = assets.map(\.saved)
    library?.save()
  }
}
