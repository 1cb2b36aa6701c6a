public import AppleSupport
public import Foundation

/// Something that is loaded for an issue; the system loads it also while the app is suspended or does not run.
open class NKAssetDownload: NSObject {
  private(set) var saved: SavedAsset
  weak var delegate: (any NSURLConnectionDownloadDelegate)?

  init(_ saved: SavedAsset, of issue: NKIssue) {
    self.saved = saved
    self.issue = issue
  }

  /// The issue that it belongs to.
  open private(set) weak var issue: NKIssue?
  /// Its name, which is the same in a later process of the app.
  open var identifier: String { saved.identifier }
  /// What is asked for.
  open var urlRequest: URLRequest { saved.request }

  /// What the app keeps with it: values of property lists.
  open var userInfo: [AnyHashable: Any]? {
    get { saved.userInfo }
    set {
      saved.userInfo = newValue
      issue?.note()
    }
  }

  /// Begins it, or has another delegate for one that has begun.
  ///
  /// The delegate is called on the main thread, and held weakly.
  @discardableResult
  open func download(with delegate: any NSURLConnectionDownloadDelegate) -> NSURLConnection {
    self.delegate = delegate
    let connection = NSURLConnection(self)
    issue?.library?.downloads?.begin(self)
    return connection
  }

  /// Whether the system has it.
  var isStarted: Bool {
    get { saved.isStarted }
    set {
      saved.isStarted = newValue
      issue?.note()
    }
  }

  /// Whether it has come while nobody was there to take it.
  var isWaiting: Bool {
    get { saved.isWaiting }
    set {
      saved.isWaiting = newValue
      issue?.note()
    }
  }
}

/// What loads something for an issue.
///
/// Of Apple's class only what Newsstand gives.
open class NSURLConnection: NSObject {
  /// What it loads.
  open private(set) var newsstandAssetDownload: NKAssetDownload?

  init(_ asset: NKAssetDownload) { newsstandAssetDownload = asset }

  /// What was asked for.
  open var originalRequest: URLRequest {
    newsstandAssetDownload?.urlRequest ?? URLRequest(url: URL(fileURLWithPath: "/"))
  }
  /// As `originalRequest`: redirects are not told.
  open var currentRequest: URLRequest { originalRequest }

  /// Ends it; the delegate is told nothing more, and `download(with:)` begins it again.
  open func cancel() {
    guard let asset = newsstandAssetDownload else { return }
    asset.delegate = nil
    asset.issue?.library?.downloads?.cancel(asset)
  }
}

/// What the app does with the end of a connection.
public protocol NSURLConnectionDelegate: NSObjectProtocol {
  /// It has failed; `NKAssetDownload.download(with:)` begins it again.
  func connection(_ connection: NSURLConnection, didFailWithError error: any Error)
}

/// What the app does with what is loaded for an issue.
public protocol NSURLConnectionDownloadDelegate: NSURLConnectionDelegate {
  /// Bytes have come.
  func connection(
    _ connection: NSURLConnection,
    didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64,
    expectedTotalBytes: Int64
  )
  /// It continues behind the bytes that were there.
  func connectionDidResumeDownloading(
    _ connection: NSURLConnection,
    totalBytesWritten: Int64,
    expectedTotalBytes: Int64
  )
  /// It is there; the file is removed when this returns, unless it was moved.
  func connectionDidFinishDownloading(_ connection: NSURLConnection, destinationURL: URL)
}

extension NSURLConnectionDelegate {
  /// Does nothing.
  public func connection(_ connection: NSURLConnection, didFailWithError error: any Error) {}
}

extension NSURLConnectionDownloadDelegate {
  /// Does nothing.
  public func connection(
    _ connection: NSURLConnection,
    didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64,
    expectedTotalBytes: Int64
  ) {}
  /// Does nothing.
  public func connectionDidResumeDownloading(
    _ connection: NSURLConnection,
    totalBytesWritten: Int64,
    expectedTotalBytes: Int64
  ) {}
}
