public import Foundation
internal import FoundationNetworking

/// The key under which the error of a failed download contains the data with which a later one continues.
public let NSURLSessionDownloadTaskResumeData = "NSURLSessionDownloadTaskResumeData"

/// The data with which a download continues: the system keeps the bytes, under the number of the transfer that received
/// them.
///
/// It has no meaning to apps, like Apple's.
struct ResumeData: Codable {
  var transfer: UInt64
  private var url: String
  private var headers: [String: String]
  /// The name of the fields that are stored elsewhere.
  private(set) var secrets: String?

  init(transfer: UInt64, _ request: URLRequest?) {
    self.transfer = transfer
    url = request?.url?.absoluteString ?? ""
    (headers, secrets) = ResumeSecrets.keep(request)
  }

  /// Reads the data that `bytes` has written; `nil` for anything else.
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
  /// Why a task of a background session was cancelled, if not by its app.
  public enum BackgroundTaskCancelledReason: Int, Sendable {
    /// The user has closed the app.
    case userForceQuitApplication = 0
    /// The user has turned Background App Refresh off.
    case backgroundUpdatesDisabled = 1
    /// Resources were insufficient.
    case insufficientSystemResources = 2
  }

  /// Why a task of a background session was cancelled, if not by its app.
  public var backgroundTaskCancelledReason: BackgroundTaskCancelledReason? {
    (errorUserInfo[NSURLErrorBackgroundTaskCancelledReasonKey] as? Int)
      .flatMap(BackgroundTaskCancelledReason.init(rawValue:))
  }
  /// The data with which a later download continues.
  public var downloadTaskResumeData: Data? {
    errorUserInfo[NSURLSessionDownloadTaskResumeData] as? Data
  }
}
