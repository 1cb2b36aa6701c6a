import TorporAppWire
import TorporModel

extension App.AnswerChallenge {
  /// What the service of the transfer is given; `nil` where the transfer is cancelled.
  package var credential: TransferCredential? {
    switch disposition {
    case .useCredential: user.map { .password(user: $0, password: password ?? "") }
    case .performDefaultHandling: TransferCredential.none
    case .cancel: nil
    }
  }
}
