package import TorporModel

/// The constants of the transfer policy.
package enum TransferPolicy {
  /// The maximum number of simultaneous attempts; of one owner; to one host; and of discretionary ones among those.
  ///
  /// 1024, 384, 256 and 64: our choice. The service makes few connections (4 to a host); the rest are
  /// ready there, so that a connection is never idle while an order is on its way, or wait together
  /// for the disk: the more of them, the fewer syncs. With 64 to a host ten thousand small files took
  /// 1.16 times as long (quartiles 1.11 and 1.19 of 11 pairs). Each owner has its own share, so that
  /// an owner's queue does not block another's.
  package static let runningMax = 1024
  package static let runningOfOwnerMax = 384
  package static let runningOfHostMax = 256
  package static let discretionaryOfHostMax = 64

  /// The interval after the first attempt without progress, doubled after each (US11: growing
  /// intervals, without numbers from Apple).
  ///
  /// 5 s to 1 h: our choice.
  package static let retryFirst = Duration.seconds(5)
  package static let retryMax = Duration.hours(1)
  /// The longest wait that a server may ask for; our choice.
  package static let retryAfterMax = Duration.days(1)

  /// The number of consecutive attempts without progress, although the server answered or the service
  /// died, after which the transfer fails; our choice.
  package static let fruitlessAttemptsMax: UInt8 = 10

  /// The number of consecutive deaths of the service after which a transfer is suspected: 2, our choice.
  ///
  /// One death can have any cause: an update, a lack of memory, a signal.
  package static let suspectDeaths: UInt8 = 2
  /// How long a suspect runs before others may begin beside it, and how long the others have before
  /// the next trial: 10 s and 20 s from the begin of one to the next, our choice.
  ///
  /// An answer that kills the service does so when it is read; a server slower than 10 s costs the
  /// others only a connection, not their time.
  package static let trialLength = Duration.seconds(10)
  package static let trialPause = Duration.seconds(20)

  /// The number of answers that a server may refuse before the transfer fails: 3, as in `ssh`
  /// (`NumberOfPasswordPrompts`, ssh_config(5)).
  package static let challengeAnswersMax: UInt8 = 3

  /// When free space on the disk of the state folder is checked again without a report of any; our choice.
  package static let storageRetry = Duration.minutes(10)
  /// How often free space on the disk of a file is checked: at growing intervals up to 1 min, our choice.
  ///
  /// The service checks before it contacts the server, so a check does not cost a request.
  package static let storageRetryMax = Duration.minutes(1)

  /// The last part of a discretionary transfer's time in which, off external power, it requires only a
  /// free network (§13.4: the threshold relaxes as the window closes).
  ///
  /// A tenth: our choice.
  package static let relaxedShare = 10

  /// Returns the wait after a failed attempt.
  package static func retryDelay(fruitlessAttempts: UInt8, retryAfter: Duration?) -> Duration {
    var delay = retryFirst
    for _ in 1..<max(1, Int(fruitlessAttempts)) where delay < retryMax { delay = delay * 2 }
    return max(min(delay, retryMax), min(retryAfter ?? .zero, retryAfterMax))
  }
}

extension TransferError {
  /// Whether a transfer that failed with it is retried until its time runs out (US11).
  ///
  /// Faults that only the owner can fix are not retried: a wrong URL, a certificate, a missing file.
  package func isRetried(status: Int) -> Bool {
    switch self {
    case .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost,
      .notConnectedToInternet, .dataNotAllowed, .diskFull, .unknown, .badServerResponse,
      .secureConnectionFailed, .serviceDied:
      true
    // The server is busy, or asks for a retry: 408, 425, 429 and temporary 5xx codes.
    case .httpStatus: [408, 425, 429, 500, 502, 503, 504].contains(status)
    case .cancelled, .badURL, .unsupportedURL, .httpTooManyRedirects,
      .userCancelledAuthentication, .userAuthenticationRequired, .fileDoesNotExist,
      .fileIsDirectory, .noPermissionsToReadFile, .serverCertificateHasBadDate,
      .serverCertificateUntrusted, .clientCertificateRequired, .cannotCreateFile,
      .cannotWriteToFile, .cannotMoveFile, .sessionInUseByAnotherProcess, .digestMismatch:
      false
    }
  }

  /// Whether another network may help: such transfers are retried as soon as there is one.
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

  /// Whether the server's data may be at fault, so that endless retries are useless.
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
