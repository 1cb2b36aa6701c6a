public import AppleSupport
public import Foundation

/// An asset that is downloaded for an issue; the system downloads it even while the app is suspended or not running.
open class NKAssetDownload: NSObject {
  private(set) var saved: SavedAsset
  weak var delegate: (any NSURLConnectionDownloadDelegate)?

  init(_ saved: SavedAsset, of issue: NKIssue) {
    self.saved = saved
    self.issue = issue
  }

  /// The issue that it belongs to.
  open private(set) weak var issue: NKIssue?
  /// Its identifier, which is the same in a later process of the app.
  open var identifier: String { saved.identifier }
  /// The request.
  open var urlRequest: URLRequest { saved.request }

  /// The app's own data for it: values of property lists.
  open var userInfo: [AnyHashable: Any]? {
    get { saved.userInfo }
    set {
      saved.userInfo = newValue
      issue?.note()
    }
  }

  /// Begins the download, or sets another delegate for one that has begun.
  ///
  /// The delegate is called on the main thread, and held weakly.
  @discardableResult
  open func download(with delegate: any NSURLConnectionDownloadDelegate) -> NSURLConnection {
    self.delegate = delegate
    let connection = NSURLConnection(self)
    issue?.library?.downloads?.begin(self)
    return connection
  }

  /// Whether the system has the download.
  var isStarted: Bool {
    get { saved.isStarted }
    set {
      saved.isStarted = newValue
      issue?.note()
    }
  }

  /// Whether it has arrived while there was no delegate.
  var isWaiting: Bool {
    get { saved.isWaiting }
    set {
      saved.isWaiting = newValue
      issue?.note()
    }
  }
}

/// The connection that downloads an asset for an issue.
///
/// It has only the part of Apple's class that Newsstand uses.
open class NSURLConnection: NSObject {
  /// The asset that it downloads.
  open private(set) var newsstandAssetDownload: NKAssetDownload?

  init(_ asset: NKAssetDownload) { newsstandAssetDownload = asset }

  /// The original request.
  open var originalRequest: URLRequest {
    newsstandAssetDownload?.urlRequest ?? URLRequest(url: URL(fileURLWithPath: "/"))
  }
  /// The same as `originalRequest`: redirects are not reported.
  open var currentRequest: URLRequest { originalRequest }

  /// Cancels the download; the delegate receives no more events, and `download(with:)` begins it again.
  open func cancel() {
    guard let asset = newsstandAssetDownload else { return }
    asset.delegate = nil
    asset.issue?.library?.downloads?.cancel(asset)
  }
}

/// The end of a connection.
public protocol NSURLConnectionDelegate: NSObjectProtocol {
  /// The download has failed; `NKAssetDownload.download(with:)` begins it again.
  func connection(_ connection: NSURLConnection, didFailWithError error: any Error)
}

/// The events of a download for an issue.
public protocol NSURLConnectionDownloadDelegate: NSURLConnectionDelegate {
  /// Bytes have arrived.
  func connection(
    _ connection: NSURLConnection,
    didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64,
    expectedTotalBytes: Int64
  )
  /// The download continues after the bytes that already exist.
  func connectionDidResumeDownloading(
    _ connection: NSURLConnection,
    totalBytesWritten: Int64,
    expectedTotalBytes: Int64
  )
  /// The download has finished; the file is removed when this returns, unless it was moved.
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
