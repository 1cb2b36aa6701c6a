package import TorporModel

/// The numbers of the policy of transfers.
package enum TransferPolicy {
  /// How many attempts are under way at once; of one owner; of those to one host; and of those how many
  /// that could as well wait.
  ///
  /// 1024, 384, 256 and 64: our choice. The service makes few connections (4 to a host); the rest of them
  /// stand ready there, so that a connection is never idle while an order is on its way, or wait for the
  /// disk together: the more of them, the fewer syncs. With 64 to a host ten thousand small files took 1.16
  /// times as long (quartiles 1.11 and 1.19 of 11 pairs). Each owner has a share of its own, so that
  /// nobody's queue stands in the way of another's.
  package static let runningMax = 1024
  package static let runningOfOwnerMax = 384
  package static let runningOfHostMax = 256
  package static let discretionaryOfHostMax = 64

  /// The interval after the first attempt that kept nothing new, doubled after each (US11: growing
  /// intervals, of which Apple gives no number).
  ///
  /// 5 s to 1 h: our choice.
  package static let retryFirst = Duration.seconds(5)
  package static let retryMax = Duration.hours(1)
  /// The longest wait that a server may ask for; our choice.
  package static let retryAfterMax = Duration.days(1)

  /// Attempts in a row that kept nothing new although somebody answered, or of which the service died,
  /// after which the transfer has failed; our choice.
  package static let fruitlessAttemptsMax: UInt8 = 10

  /// Deaths of the service in a row after which a transfer is suspected of them: 2, our choice.
  ///
  /// One death is anybody's: an update, a lack of memory, a signal.
  package static let suspectDeaths: UInt8 = 2
  /// How long a suspect runs before others may begin beside it, and how long the others have before the
  /// next one is tried: 10 s and 20 s from the begin of one to the next, our choice.
  ///
  /// What an answer does to the service it does when it is read; a server that is slower than 10 s
  /// costs the others a connection and not their time.
  package static let trialLength = Duration.seconds(10)
  package static let trialPause = Duration.seconds(20)

  /// Answers that a server may refuse before the transfer has failed: 3, as many as `ssh` gives
  /// (`NumberOfPasswordPrompts`, ssh_config(5)).
  package static let challengeAnswersMax: UInt8 = 3

  /// When room on the disk of the state folder is looked for again, where nothing told of any; our choice.
  package static let storageRetry = Duration.minutes(10)
  /// How often room on the disk that a file goes to is looked for: at growing intervals up to 1 min, our choice.
  ///
  /// The service looks before it asks the server, so that a look costs no request.
  package static let storageRetryMax = Duration.minutes(1)

  /// Off external power the last part of its time in which a discretionary transfer asks no more than
  /// a free network (§13.4: the threshold relaxes as the window closes).
  ///
  /// A tenth: our choice.
  package static let relaxedShare = 10

  /// How long is waited after an attempt that failed.
  package static func retryDelay(fruitlessAttempts: UInt8, retryAfter: Duration?) -> Duration {
    var delay = retryFirst
    for _ in 1..<max(1, Int(fruitlessAttempts)) where delay < retryMax { delay = delay * 2 }
    return max(min(delay, retryMax), min(retryAfter ?? .zero, retryAfterMax))
  }
}

extension TransferError {
  /// Whether a transfer that failed of it is tried again until its time is up (US11).
  ///
  /// What only the owner can mend is not: a wrong URL, a certificate, a file that is not there.
  package func isRetried(status: Int) -> Bool {
    switch self {
    case .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost,
      .notConnectedToInternet, .dataNotAllowed, .diskFull, .unknown, .badServerResponse,
      .secureConnectionFailed, .serviceDied:
      true
    // The server is busy, or asks to come again: 408, 425, 429 and the 5xx that may pass.
    case .httpStatus: [408, 425, 429, 500, 502, 503, 504].contains(status)
    case .cancelled, .badURL, .unsupportedURL, .httpTooManyRedirects,
      .userCancelledAuthentication, .userAuthenticationRequired, .fileDoesNotExist,
      .fileIsDirectory, .noPermissionsToReadFile, .serverCertificateHasBadDate,
      .serverCertificateUntrusted, .clientCertificateRequired, .cannotCreateFile,
      .cannotWriteToFile, .cannotMoveFile, .sessionInUseByAnotherProcess, .digestMismatch:
      false
    }
  }

  /// Whether another network may do better: such transfers are tried as soon as there is one.
  package var isOfNetwork: Bool {
    switch self {
    case .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost,
      .notConnectedToInternet, .dataNotAllowed, .secureConnectionFailed:
      true
    case .cancelled, .badURL, .unsupportedURL, .httpTooManyRedirects,
      .userCancelledAuthentication, .userAuthenticationRequired, .fileDoesNotExist,
      .fileIsDirectory, .noPermissionsToReadFile, .serverCertificateHasBadDate,
      .serverCertificateUntrusted, .clientCertificateRequired, .cannotCreateFile,
      .cannotWriteToFile, .cannotMoveFile, .sessionInUseByAnotherProcess, .digestMismatch,
      .diskFull, .unknown, .badServerResponse, .httpStatus, .serviceDied:
      false
    }
  }

  /// Whether the fault may lie with what the server sends, and trying for ever is of no use.
  package func isFruitless(status: Int) -> Bool {
    switch self {
    case .networkConnectionLost: status != 0
    case .badServerResponse, .unknown, .secureConnectionFailed: true
    case .timedOut, .cannotFindHost, .cannotConnectToHost, .notConnectedToInternet,
      .dataNotAllowed, .diskFull, .httpStatus, .cancelled, .badURL, .unsupportedURL,
      .httpTooManyRedirects, .userCancelledAuthentication, .userAuthenticationRequired,
      .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile,
      .serverCertificateHasBadDate, .serverCertificateUntrusted, .clientCertificateRequired,
      .cannotCreateFile, .cannotWriteToFile, .cannotMoveFile, .sessionInUseByAnotherProcess,
      .digestMismatch, .serviceDied:
      false
    }
  }
}
