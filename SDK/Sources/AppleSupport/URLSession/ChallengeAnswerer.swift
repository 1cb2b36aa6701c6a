internal import Foundation
internal import FoundationNetworking
internal import Torpor

/// Passes on an app's answer to a server's challenge: only the first answer counts, on any thread.
final class ChallengeAnswerer: NSObject, Sendable {
  private let completion: Completion<ChallengeAnswer>

  init(_ transfer: TransferIdentifier, _ transfers: TransferSession) {
    completion = Completion { answer in
      do throws(TorporError) {
        try transfers.answer(transfer, answer)
      } catch  where error.code == .nothingAsked || error.code == .unknownTransfer {
        // The transfer has ended in the meantime, or an earlier process answered.
      } catch {
        AppleSystem.report(error)
      }
    }
    super.init()
  }

  func give(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?) {
    switch disposition {
    case .useCredential:
      guard let user = credential?.user, let password = credential?.password else {
        return completion.call(.none)
      }
      completion.call(.password(user: user, password: password))
    case .performDefaultHandling, .rejectProtectionSpace: completion.call(.none)
    case .cancelAuthenticationChallenge: completion.call(.cancel)
    @unknown default: completion.call(.none)
    }
  }
}

/// The older form of an answer, through the challenge's sender.
extension ChallengeAnswerer: URLAuthenticationChallengeSender {
  func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
    give(.useCredential, credential)
  }
  func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {
    give(.performDefaultHandling, nil)
  }
  func cancel(_ challenge: URLAuthenticationChallenge) { give(.cancelAuthenticationChallenge, nil) }
  func performDefaultHandling(for challenge: URLAuthenticationChallenge) {
    give(.performDefaultHandling, nil)
  }
  func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {
    give(.rejectProtectionSpace, nil)
  }
}

extension URLAuthenticationChallenge {
  /// Makes a challenge of the system's, with Foundation's names.
  convenience init(_ challenge: TransferChallenge, _ url: URL?, _ sender: ChallengeAnswerer) {
    let method =
      switch challenge.scheme.lowercased() {
      case "basic": NSURLAuthenticationMethodHTTPBasic
      case "digest": NSURLAuthenticationMethodHTTPDigest
      case "ntlm": NSURLAuthenticationMethodNTLM
      case "negotiate": NSURLAuthenticationMethodNegotiate
      default: NSURLAuthenticationMethodDefault
      }
    let isSecure = url?.scheme?.lowercased() == "https"
    let port = url?.port ?? (isSecure ? 443 : 80)
    let space =
      challenge.isProxy
      ? URLProtectionSpace(
        proxyHost: challenge.host,
        port: port,
        type: isSecure ? NSURLProtectionSpaceHTTPSProxy : NSURLProtectionSpaceHTTPProxy,
        realm: challenge.realm,
        authenticationMethod: method
      )
      : URLProtectionSpace(
        host: challenge.host,
        port: port,
        protocol: url?.scheme,
        realm: challenge.realm,
        authenticationMethod: method
      )
    self.init(
      protectionSpace: space,
      proposedCredential: nil,
      previousFailureCount: challenge.previousFailureCount,
      failureResponse: nil,
      error: nil,
      sender: sender
    )
  }
}
