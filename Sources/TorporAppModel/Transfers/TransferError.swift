/// The reason why a transfer failed: the codes of `NSURLErrorDomain`, and four without an Apple equivalent.
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
  /// The server answered with a status other than success (`TransferOutcome.status` says which).
  case httpStatus = 1
  /// The file does not have the required SHA-256.
  case digestMismatch = 2
  /// The disk is full.
  case diskFull = 3
  /// The transfer service died at each attempt of this transfer, without any progress.
  case serviceDied = 4

  /// The code as in `NSURLErrorDomain`.
  public var code: Int { rawValue }
}

/// The reason why a task was cancelled other than by its app (`NSURLErrorBackgroundTaskCancelledReasonKey`).
public enum TransferCancellation: Int, Hashable, Sendable, Saved, CaseIterable {
  case userForceQuit = 0
  case backgroundUpdatesDisabled = 1
  case insufficientResources = 2
}
