internal import Foundation
internal import Torpor

/// Why a task of a background session has failed, in Apple's numbers and Torpor's words.
struct TransferFailure: Error {
  /// As in `NSURLErrorDomain`.
  var code: Int
  /// What failed, why, and what to do next; `nil`: Foundation's words for the code.
  var cause: String?
  /// Who has cancelled it, where its app has not.
  var cancellation: TransferCancellation?

  init(_ code: Int, _ cause: String? = nil) {
    self.code = code
    self.cause = cause
  }

  /// A call that came to nothing.
  init(_ error: TorporError) {
    let code =
      switch error.code {
      case .invalidTransfer: NSURLErrorBadURL
      case .sessionInUse: NSURLErrorBackgroundSessionInUseByAnotherProcess
      case .fileOutsideContainer: NSURLErrorNoPermissionsToReadFile
      case .tooManyTransfers, .tooManyTransferBytes, .tooManySessions:
        NSURLErrorResourceUnavailable
      default: NSURLErrorBackgroundSessionWasDisconnected
      }
    self.init(code, error.description)
  }

  /// The end of a transfer.
  init(_ outcome: TransferOutcome, cause: String?) {
    let error = outcome.error ?? .unknown
    let code =
      switch error {
      case .diskFull: NSURLErrorCannotWriteToFile
      // Without numbers of Apple's.
      case .httpStatus, .digestMismatch, .serviceDied: NSURLErrorUnknown
      default: error.code
      }
    self.init(code, cause)
    cancellation = outcome.cancellation
  }

  static let cancelled = TransferFailure(NSURLErrorCancelled)
  static let sharedContainer = TransferFailure(
    NSURLErrorBackgroundSessionRequiresSharedContainer,
    "A background session of an extension needs a container that its app has, too. Set sharedContainerIdentifier in its "
      + "configuration."
  )
  static let noSession = TransferFailure(NSURLErrorBackgroundSessionWasDisconnected)
  static let dataTask = TransferFailure(
    NSURLErrorBackgroundSessionWasDisconnected,
    "A background session has no data tasks: they would end when the app is suspended. Use a download task."
  )
  static let downloadWithBody = TransferFailure(
    NSURLErrorBadURL,
    "A download in a background session cannot send a body. Use an upload task with a file, or a default session."
  )
  static let resumeData = TransferFailure(
    NSURLErrorUnknown,
    "The resume data is not from a background session. Start the download from the beginning."
  )

  /// The error for the delegate, which is `URLError` and `NSError` alike.
  func error(_ work: BackgroundWork, resumeData: Data? = nil) -> any Error {
    var userInfo: [String: Any] = [:]
    if let cause { userInfo[NSLocalizedDescriptionKey] = cause }
    if let url = work.originalRequest?.url {
      userInfo[NSURLErrorFailingURLErrorKey] = url
    }
    if let cancellation {
      userInfo[NSURLErrorBackgroundTaskCancelledReasonKey] = cancellation.rawValue
    }
    if let resumeData { userInfo[NSURLSessionDownloadTaskResumeData] = resumeData }
    return URLError(_nsError: NSError(domain: NSURLErrorDomain, code: code, userInfo: userInfo))
  }
}
