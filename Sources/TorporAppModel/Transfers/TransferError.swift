/// Why a transfer failed: the codes of `NSURLErrorDomain`, and four that Apple has no code for.
public enum TransferError: Int, Hashable, Sendable, Saved, CaseIterable, Error {
  case unknown = -1
  case cancelled = -999
  case badURL = -1000
  case timedOut = -1001
  case unsupportedURL = -1002
  case cannotFindHost = -1003
  case cannotConnectToHost = -1004
  case networkConnectionLost = -1005
  case httpTooManyRedirects = -1007
  case notConnectedToInternet = -1009
  case badServerResponse = -1011
  case userCancelledAuthentication = -1012
  case userAuthenticationRequired = -1013
  case dataNotAllowed = -1020
  case fileDoesNotExist = -1100
  case fileIsDirectory = -1101
  case noPermissionsToReadFile = -1102
  case secureConnectionFailed = -1200
  case serverCertificateHasBadDate = -1201
  case serverCertificateUntrusted = -1202
  case clientCertificateRequired = -1206
  case cannotCreateFile = -3000
  case cannotWriteToFile = -3003
  case cannotMoveFile = -3005
  case sessionInUseByAnotherProcess = -996
  /// The server answered with a status that is no success (`TransferOutcome.status` says which).
  case httpStatus = 1
  /// The file does not have the SHA-256 that was asked for.
  case digestMismatch = 2
  /// The disk has no room.
  case diskFull = 3
  /// The transfer service died each time it was at this transfer, and nothing new came of it.
  case serviceDied = 4

  /// The code as in `NSURLErrorDomain`.
  public var code: Int { rawValue }
}

/// Why a task was cancelled that its app did not cancel (`NSURLErrorBackgroundTaskCancelledReasonKey`).
public enum TransferCancellation: Int, Hashable, Sendable, Saved, CaseIterable {
  case userForceQuit = 0
  case backgroundUpdatesDisabled = 1
  case insufficientResources = 2
}
