import TorporAppModel

// What an app answers a challenge and a delayed request with, beyond the limits of the interface.

extension App.AnswerChallenge {
  package func check() throws(WireError) {
    if let user {
      guard disposition == .useCredential, user.isCredential else {
        throw .invalidParameter(parameter: "user")
      }
      guard (password ?? "").isCredential else { throw .invalidParameter(parameter: "password") }
    } else if disposition == .useCredential {
      throw .invalidParameter(parameter: "user")
    } else if password != nil {
      throw .invalidParameter(parameter: "password")
    }
  }
}

extension App.AnswerDelayedRequest {
  package func check() throws(WireError) {
    guard (request != nil) == (disposition == .useNewRequest) else {
      throw .invalidParameter(parameter: "request")
    }
  }
}

extension String {
  /// Whether it may name a background session: 1 to 255 bytes in one line.
  package var isSessionName: Bool {
    (1...SessionConfiguration.identifierBytesMax).contains(utf8.count) && isOneLine
  }

  /// Whether it may stand in a request as a user's name or password: 1 KiB in one line (our choice).
  fileprivate var isCredential: Bool { utf8.count <= 1 << 10 && isOneLine }
}
