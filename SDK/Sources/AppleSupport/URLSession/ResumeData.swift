public import Foundation
internal import FoundationNetworking

/// Where the error of a failed download has what a later one continues with.
public let NSURLSessionDownloadTaskResumeData = "NSURLSessionDownloadTaskResumeData"

/// What a download continues with: the system keeps the bytes, under the number of the transfer that has begun them.
///
/// Of no meaning to apps, as Apple's.
struct ResumeData: Codable {
  var transfer: UInt64
  private var url: String
  private var headers: [String: String]
  /// The name of the fields that are kept elsewhere.
  private(set) var secrets: String?

  init(transfer: UInt64, _ request: URLRequest?) {
    self.transfer = transfer
    url = request?.url?.absoluteString ?? ""
    (headers, secrets) = ResumeSecrets.keep(request)
  }

  /// Reads what `bytes` has written; `nil` for anything else.
  init?(_ bytes: Data) {
    guard let data = try? PropertyListDecoder().decode(ResumeData.self, from: bytes) else {
      return nil
    }
    self = data
  }

  var bytes: Data? { try? PropertyListEncoder().encode(self) }

  /// The request that is made again.
  var request: URLRequest? {
    guard let url = URL(string: url) else { return nil }
    var request = URLRequest(url: url)
    request.allHTTPHeaderFields =
      headers
      .merging(ResumeSecrets.headers(secrets, for: url)) { $1 }
    return request
  }
}

extension URLError {
  /// Who has cancelled a task of a background session, where its app has not.
  public enum BackgroundTaskCancelledReason: Int, Sendable {
    /// The user has closed the app.
    case userForceQuitApplication = 0
    /// The user has turned Background App Refresh off.
    case backgroundUpdatesDisabled = 1
    /// There was not enough of something.
    case insufficientSystemResources = 2
  }

  /// Who has cancelled a task of a background session, where its app has not.
  public var backgroundTaskCancelledReason: BackgroundTaskCancelledReason? {
    (errorUserInfo[NSURLErrorBackgroundTaskCancelledReasonKey] as? Int)
      .flatMap(BackgroundTaskCancelledReason.init(rawValue:))
  }
  /// What a later download continues with.
  public var downloadTaskResumeData: Data? {
    errorUserInfo[NSURLSessionDownloadTaskResumeData] as? Data
  }
}
