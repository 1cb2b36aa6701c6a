import AppleSupport
import Foundation
import Testing

@testable import UIKit

private final class PlainDelegate: UIResponder, UIApplicationDelegate {}

private let episode = URL(string: "https://example.com/7.mp3") ?? URL(fileURLWithPath: "/")

@MainActor
private func backgroundSession(_ delegate: SessionDelegate? = nil) -> URLSession {
  URLSession(
    configuration: .background(withIdentifier: "s-\(UUID().uuidString)"),
    delegate: delegate,
    delegateQueue: nil
  )
}

extension AppTests {
  @MainActor
  @Suite("A task that cannot be had in the background")
  struct BackgroundFailureTests {
    /// What the delegate of a task is told when it begins.
    private func failure(
      _ system: StandInSystem = StandInSystem(),
      of make: (URLSession) throws -> URLSessionTask
    ) async throws -> URLError? {
      let app = try RunningApp(PlainDelegate(), system)
      let delegate = SessionDelegate()
      let session = backgroundSession(delegate)
      let task = try make(session)
      #expect(task.state == .suspended)
      #expect(delegate.record.all.isEmpty)
      task.resume()
      await delegate.record.filled(to: 1)
      #expect(delegate.tasks.first === task)
      #expect(task.state == .completed)
      #expect((task.error as? URLError)?.code == (delegate.errors.first as? URLError)?.code)
      await app.stop()
      return delegate.errors.first as? URLError
    }

    private func refusal(_ method: String, _ error: String, _ parameters: String) -> StandInSystem {
      StandInSystem { call in call.method == method ? .error(error, parameters) : nil }
    }

    @Test("fails with the system's sentence where the file is not the app's")
    func outside() async throws {
      let error = try await failure(
        refusal(
          "StartTransfers",
          "io.torpor.Transfers.FileOutsideContainer",
          #"{"file": "/etc/hosts", "container": "/c", "message": "m"}"#
        )
      ) {
        $0.uploadTask(
          with: URLRequest(url: episode),
          fromFile: URL(fileURLWithPath: "/etc/hosts")
        )
      }
      #expect(error?.code == .noPermissionsToReadFile)
      #expect(error?.localizedDescription.contains("/etc/hosts") == true)
    }

    @Test("fails where there are too many")
    func tooMany() async throws {
      let error = try await failure(
        refusal(
          "StartTransfers",
          "io.torpor.Transfers.TooManyTransfers",
          #"{"limit": 4096, "message": "m"}"#
        )
      ) { $0.downloadTask(with: episode) }
      #expect(error?.code == .resourceUnavailable)
    }

    @Test("fails where another process of the app has the session")
    func inUse() async throws {
      let error = try await failure(
        refusal(
          "OpenSession",
          "io.torpor.Transfers.SessionInUse",
          #"{"session": "s", "message": "m"}"#
        )
      ) { $0.downloadTask(with: episode) }
      #expect(error?.code == .backgroundSessionInUseByAnotherProcess)
      #expect(error?.errorCode == -996)
      #expect(error?.localizedDescription.contains("'s'") == true)
    }

    @Test("hands resume data back where its continuation is refused")
    func resumeDataBack() async throws {
      let app = try RunningApp(PlainDelegate())
      let first = backgroundSession(SessionDelegate()).downloadTask(with: episode)
      first.resume()
      let data = try #require(await first.cancelByProducingResumeData())
      await app.stop()
      let error = try await failure(
        refusal(
          "StartTransfers",
          "io.torpor.Transfers.TooManyTransfers",
          #"{"limit": 4096, "message": "m"}"#
        )
      ) { $0.downloadTask(withResumeData: data) }
      #expect(error?.code == .resourceUnavailable)
      #expect(error?.downloadTaskResumeData == data)
    }

    @Test("fails where the URL cannot be loaded in the background")
    func url() async throws {
      let error = try await failure { $0.downloadTask(with: URL(string: "ftp://example.com/7")!) }
      #expect(error?.code == .badURL)
      #expect(error?.localizedDescription.contains("http://") == true)
    }

    @Test("fails where it is a data task, a download with a body, or of other resume data")
    func impossible() async throws {
      let data = try await failure { $0.dataTask(with: episode) }
      #expect(data?.code == .backgroundSessionWasDisconnected)
      #expect(data?.localizedDescription.contains("Use a download task.") == true)
      let body = try await failure {
        var request = URLRequest(url: episode)
        request.httpMethod = "POST"
        request.httpBody = Data("?".utf8)
        return $0.downloadTask(with: request)
      }
      #expect(body?.code == .badURL)
      #expect(body?.localizedDescription.contains("Use an upload task") == true)
      let resumed = try await failure { $0.downloadTask(withResumeData: Data("?".utf8)) }
      #expect(resumed?.code == .unknown)
      let advice = "Start the download from the beginning."
      #expect(resumed?.localizedDescription.contains(advice) == true)
    }

    @Test("fails when it begins where what the app has set cannot be sent, and leaves no transfer")
    func description() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = SessionDelegate()
      let session = backgroundSession(delegate)
      let task = session.downloadTask(with: episode)
      task.taskDescription = "two\nlines"
      task.resume()
      await app.system.seen("CancelTransfer 5")
      app.system.deliver(
        1,
        "didCompleteWithError",
        #""session": "\#(session.configuration.identifier ?? "")", "transfer": "5", "#
          + #""endedMicroseconds": 9, "errorCode": -999, "errorName": "cancelled""#
      )
      await app.system.seen("Returned 1")
      let error = try #require(delegate.errors.first as? URLError)
      #expect(error.code == .badURL)
      #expect(error.localizedDescription.contains("'label'"))
      await app.stop()
    }

    @Test("fails where there is no system, and its session can be invalidated")
    func noSystem() async throws {
      AppleSystem.use(nil)
      setenv("TORPOR_SOCKET", "/nowhere/torpor", 1)
      let delegate = SessionDelegate()
      let session = backgroundSession(delegate)
      session.downloadTask(with: episode).resume()
      await delegate.record.filled(to: 1)
      let error = try #require(delegate.errors.first as? URLError)
      #expect(error.code == .backgroundSessionWasDisconnected)
      #expect(error.localizedDescription.contains("/nowhere/torpor"))
      session.invalidateAndCancel()
      await delegate.record.filled(to: 2)
      #expect(delegate.record.all.last == "invalid")
    }

    @Test("is cancelled without a system's transfer")
    func cancelled() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = SessionDelegate()
      let task = backgroundSession(delegate).dataTask(with: episode)
      task.cancel()
      await delegate.record.filled(to: 1)
      #expect((delegate.errors.first as? URLError)?.code == .cancelled)
      await app.stop()
    }
  }
}

@Suite(
  "A mistake about background sessions ends the app with Apple's text",
  .timeLimit(.minutes(2))
)
struct SessionExceptionTests {
  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  private static let noHandlers =
    "*** Terminating app due to uncaught exception 'NSGenericException', reason: "
    + "'Completion handler blocks are not supported in background sessions. Use a delegate instead.'"

  @Test("where a download has a handler")
  func downloadHandler() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let app = try await RunningApp(PlainDelegate())
      _ = await backgroundSession().downloadTask(with: episode) { _, _, _ in }
      withExtendedLifetime(app) {}
    }
    #expect(text(result).contains(Self.noHandlers))
    #expect(
      text(result).contains("Make the session with a delegate, and the task without a handler.")
    )
  }

  @Test("where an upload has a handler")
  func uploadHandler() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let app = try await RunningApp(PlainDelegate())
      _ = await backgroundSession()
        .uploadTask(with: URLRequest(url: episode), fromFile: episode) { _, _, _ in }
      withExtendedLifetime(app) {}
    }
    #expect(text(result).contains(Self.noHandlers))
  }

  @Test("where an asynchronous form is used, which has a handler inside")
  func asynchronous() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let app = try await RunningApp(PlainDelegate())
      _ = try await backgroundSession().data(from: episode)
      withExtendedLifetime(app) {}
    }
    #expect(text(result).contains(Self.noHandlers))
  }

  @Test("where an upload is of data")
  func uploadOfData() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let app = try await RunningApp(PlainDelegate())
      _ = await backgroundSession().uploadTask(with: URLRequest(url: episode), from: Data())
      withExtendedLifetime(app) {}
    }
    #expect(
      text(result).contains(
        "'NSGenericException', reason: 'Upload tasks from NSData are not supported in background sessions.'"
      )
    )
    #expect(text(result).contains("use uploadTask(with:fromFile:)."))
  }

  @Test("where an upload is of a stream")
  func uploadOfStream() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let app = try await RunningApp(PlainDelegate())
      _ = await backgroundSession().uploadTask(withStreamedRequest: URLRequest(url: episode))
      withExtendedLifetime(app) {}
    }
    #expect(
      text(result).contains(
        "'NSGenericException', reason: 'Upload tasks in background sessions must be from a file'"
      )
    )
  }

  @Test("where a session that was invalidated is to make a task")
  func invalidSession() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let app = try await RunningApp(PlainDelegate())
      let session = await backgroundSession()
      session.finishTasksAndInvalidate()
      _ = session.downloadTask(with: episode)
      withExtendedLifetime(app) {}
    }
    #expect(
      text(result).contains(
        "'NSGenericException', reason: 'Task created in a session that has been invalidated'"
      )
    )
    #expect(text(result).contains("Make another session, or keep this one."))
  }
}
