import Foundation
import Testing

@testable import AppleSupport
@testable import UIKit

private final class PlainDelegate: UIResponder, UIApplicationDelegate {}

/// Answers servers.
private final class AnsweringDelegate: NSObject, URLSessionTaskDelegate {
  let record = Record()

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let space = challenge.protectionSpace
    record.add("\(space.authenticationMethod) \(space.host):\(space.port) \(space.realm ?? "none")")
    completionHandler(
      .useCredential,
      URLCredential(user: "ada", password: "secret", persistence: .none)
    )
  }
}

private final class AsyncDelegate: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    await Task.yield()
    return (.cancelAuthenticationChallenge, nil)
  }
}

extension AppTests {
  @MainActor
  @Suite("A server that asks for a password in the background")
  struct BackgroundChallengeTests {
    @Test("has its delegate answer a server that asks for a password")
    func challenge() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = AnsweringDelegate()
      let (session, name) = Background.session(delegate)
      session.downloadTask(with: Background.episode).resume()
      app.system.deliver(
        1,
        "didReceiveChallenge",
        #""session": "\#(name)", "transfer": "5", "#
          + #""challenge": {"host": "example.com", "scheme": "Basic", "realm": "Episodes"}"#
      )
      let answer = await app.system.seen("AnswerChallenge 5")
      #expect(
        answer.json
          == #"{"disposition":"useCredential","password":"secret","transfer":"5","user":"ada"}"#
      )
      #expect(
        delegate.record.all == ["\(NSURLAuthenticationMethodHTTPBasic) example.com:443 Episodes"]
      )
      await app.stop()
    }

    @Test(
      "answers nothing where its delegate does not, and what an asynchronous method says",
      arguments: [
        (SessionDelegate(), "performDefaultHandling"), (AsyncDelegate(), "cancel"),
      ] as [(any URLSessionDelegate, String)]
    )
    func defaultAnswer(delegate: any URLSessionDelegate, disposition: String) async throws {
      let app = try RunningApp(PlainDelegate())
      let (session, name) = Background.session(delegate)
      session.downloadTask(with: Background.episode).resume()
      app.system.deliver(
        1,
        "didReceiveChallenge",
        #""session": "\#(name)", "transfer": "5", "#
          + #""challenge": {"host": "example.com", "scheme": "Basic"}"#
      )
      let answer = await app.system.seen("AnswerChallenge 5")
      #expect(answer.parameters["disposition"] == disposition)
      await app.stop()
    }
  }
}
