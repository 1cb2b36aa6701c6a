package import TorporAppModel

// What went wrong with a transfer, in a word for programs and in a clause for people.

extension TransferError {
  /// The name of the error on the wire; those of `NSURLErrorDomain` without their prefix.
  package var name: String { words.name }

  /// What went wrong, as a clause without a full stop.
  package var clause: String { words.clause }

  private var words: (name: String, clause: String) {
    switch self {
    case .unknown: ("unknown", "it failed; the transfer service gave no reason")
    case .cancelled: ("cancelled", "it was cancelled")
    case .badURL: ("badURL", "its URL is invalid")
    case .timedOut: ("timedOut", "its time was up")
    case .unsupportedURL: ("unsupportedURL", "its URL is neither http nor https")
    case .cannotFindHost: ("cannotFindHost", "the host was not found")
    case .cannotConnectToHost: ("cannotConnectToHost", "the host could not be reached")
    case .networkConnectionLost: ("networkConnectionLost", "the connection was lost")
    case .httpTooManyRedirects: ("httpTooManyRedirects", "the server redirected too often")
    case .notConnectedToInternet: ("notConnectedToInternet", "there was no network")
    case .badServerResponse: ("badServerResponse", "the server's answer was invalid")
    case .userCancelledAuthentication:
      ("userCancelledAuthentication", "the server's challenge was declined")
    case .userAuthenticationRequired:
      ("userAuthenticationRequired", "the server requires a name and a password")
    case .dataNotAllowed: ("dataNotAllowed", "the network may not be used for it")
    case .fileDoesNotExist: ("fileDoesNotExist", "the file does not exist")
    case .fileIsDirectory: ("fileIsDirectory", "the file is a folder")
    case .noPermissionsToReadFile: ("noPermissionsToReadFile", "the file may not be read")
    case .secureConnectionFailed:
      ("secureConnectionFailed", "no secure connection could be made")
    case .serverCertificateHasBadDate:
      ("serverCertificateHasBadDate", "the server's certificate has expired or is not valid yet")
    case .serverCertificateUntrusted:
      ("serverCertificateUntrusted", "the server's certificate is not trusted")
    case .clientCertificateRequired:
      ("clientCertificateRequired", "the server requires a certificate")
    case .cannotCreateFile: ("cannotCreateFile", "the file could not be created")
    case .cannotWriteToFile: ("cannotWriteToFile", "the file could not be written")
    case .cannotMoveFile: ("cannotMoveFile", "the file could not be moved to its destination")
    case .sessionInUseByAnotherProcess:
      ("sessionInUseByAnotherProcess", "another process of the app uses the session")
    case .httpStatus: ("httpStatus", "the server answered with an error")
    case .digestMismatch:
      ("digestMismatch", "the file does not have the expected SHA-256")
    case .diskFull: ("diskFull", "the disk has no room")
    case .serviceDied:
      ("serviceDied", "the transfer service died each time it handled this transfer")
    }
  }
}
