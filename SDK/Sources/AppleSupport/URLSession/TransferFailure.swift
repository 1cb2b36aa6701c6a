internal import Foundation
internal import Torpor

/// Why a task of a background session has failed, with Apple's numbers and Torpor's messages.
struct TransferFailure: Error {
  /// The number in `NSURLErrorDomain`.
  var code: Int
  /// What failed, why, and what to do next; `nil`: Foundation's message for the code.
  var cause: String?
  /// Why it was cancelled, if not by its app.
  var cancellation: TransferCancellation?

  init(_ code: Int, _ cause: String? = nil) {
    self.code = code
    self.cause = cause
  }

  /// Makes a failure from a failed call.
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

  /// Makes a failure from the end of a transfer.
  init(_ outcome: TransferOutcome, cause: String?) {
    let error = outcome.error ?? .unknown
    let code =
      switch error {
      case .diskFull: NSURLErrorCannotWriteToFile
      // Errors for which Apple has no number.
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

  /// Returns the error for the delegate, which is both a `URLError` and an `NSError`.
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
