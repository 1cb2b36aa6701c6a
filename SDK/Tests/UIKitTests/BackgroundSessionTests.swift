import Foundation
import Testing

@testable import AppleSupport
@testable import UIKit

private final class PlainDelegate: UIResponder, UIApplicationDelegate {}

/// Has a handler stored when it is woken, as apps do.
private final class WokenDelegate: UIResponder, UIApplicationDelegate {
  let record = Record()
  var completionHandler: (@Sendable () -> Void)?

  func application(
    _ application: UIApplication,
    handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    record.add("woken for \(identifier)")
    self.completionHandler = completionHandler
  }
}

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

private func fileURL(_ content: String) throws -> URL {
  let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("sdk-\(UUID().uuidString)")
  try Data(content.utf8).write(to: file)
  return file
}

private let episode = URL(string: "https://example.com/7.mp3") ?? URL(fileURLWithPath: "/")

extension AppTests {
  @MainActor
  @Suite("A background session")
  struct BackgroundSessionTests {
    /// A session of a name of its own: a process has one of each.
    private func session(
      _ delegate: any URLSessionDelegate,
      _ change: (URLSessionConfiguration) -> Void = { _ in }
    ) -> (session: URLSession, name: String) {
      let name = "s-\(UUID().uuidString)"
      let configuration = URLSessionConfiguration.background(withIdentifier: name)
      change(configuration)
      return (
        URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil), name
      )
    }

    /// A row of the system's list.
    private func row(_ transfer: Int, _ session: String, _ rest: String) -> String {
      #"{"transfer": "\#(transfer)", "session": "\#(session)", "isDiscretionary": false, "#
        + #""submittedMicroseconds": 1, "deadlineMicroseconds": 2, "attempts": 1, "bytes": 3, "#
        + #""expectedBytes": 9, "blockers": [], \#(rest)}"#
    }

    @Test("is opened as it was configured")
    func configuration() async throws {
      let app = try RunningApp(PlainDelegate())
      let (_, name) = session(SessionDelegate()) {
        #expect($0.sessionSendsLaunchEvents)
        $0.sessionSendsLaunchEvents = false
        $0.isDiscretionary = true
        $0.timeoutIntervalForRequest = 5
        $0.timeoutIntervalForResource = 3600
        $0.httpMaximumConnectionsPerHost = 99
      }
      #expect(
        app.system.json(of: "OpenSession") == [
          #"{"connectionsPerHostMax":16,"isDiscretionary":true,"requestTimeoutMicroseconds":5000000,"#
            + #""resourceTimeoutMicroseconds":3600000000,"sendsLaunchEvents":false,"session":"\#(name)"}"#
        ]
      )
      await app.stop()
    }

    @Test("numbers a task when it is made, and lets it begin as the app has set it up since")
    func download() async throws {
      let app = try RunningApp(PlainDelegate())
      let (session, name) = session(SessionDelegate()) {
        $0.httpAdditionalHeaders = ["Accept": "audio/*", "X-App": "player"]
        $0.allowsExpensiveNetworkAccess = false
        $0.allowsConstrainedNetworkAccess = false
      }
      var request = URLRequest(url: episode)
      request.setValue("audio/mpeg", forHTTPHeaderField: "Accept")
      request.allowsCellularAccess = false
      let task = session.downloadTask(with: request)
      #expect(task.taskIdentifier == 5)
      #expect(task.state == .suspended)
      let start = try #require(app.system.json(of: "StartTransfers").first)
      #expect(start.contains(#""isSuspended":true"#) && start.contains(#""session":"\#(name)""#))
      task.taskDescription = "Seven"
      task.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
      task.countOfBytesClientExpectsToSend = 200
      task.countOfBytesClientExpectsToReceive = 5_000_000
      task.resume()
      #expect(task.state == .running)
      let resume = try #require(app.system.json(of: "ResumeTransfer").first)
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(resume.utf8)) as? [String: Any]
      )
      #expect(object["transfer"] as? String == "5")
      var asked = try #require(object["request"] as? [String: Any])
      let wait = try #require(asked.removeValue(forKey: "earliestBeginMicroseconds") as? Int64)
      #expect((3_500_000_000...3_600_000_000).contains(wait))
      let wanted: [String: Any] = [
        "url": "https://example.com/7.mp3", "method": "GET", "label": "Seven",
        "expectedBytes": 5_000_200, "allowsCellular": false, "allowsExpensive": false,
        "allowsConstrained": false,
        "headers": [
          ["name": "Accept", "value": "audio/mpeg"], ["name": "X-App", "value": "player"],
        ],
      ]
      #expect(NSDictionary(dictionary: asked) == NSDictionary(dictionary: wanted))
      // Once more is nothing; a pause and its end are calls of their own.
      task.resume()
      task.suspend()
      #expect(task.state == .suspended)
      task.resume()
      #expect(
        app.system.calls.suffix(3) == ["ResumeTransfer 5", "SuspendTransfer 5", "ResumeTransfer 5"]
      )
      await app.stop()
    }

    @Test(
      "tells of bytes, of the file and of the end; the file is there until the method has returned"
    )
    func finished() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = SessionDelegate()
      let (session, name) = session(delegate)
      let task = session.downloadTask(with: episode)
      task.taskDescription = "Seven"
      task.resume()
      app.system.report(#""session": "\#(name)", "transfer": "5", "bytes": 4, "totalBytes": 11"#)
      let file = try fileURL("a whole day")
      app.system.deliver(
        1,
        "didFinishDownloading",
        #""session": "\#(name)", "transfer": "5", "status": 200, "path": "\#(file.path)", "#
          + #""finalURL": "https://cdn.example.com/7.mp3", "mimeType": "audio/mpeg""#
      )
      app.system.deliver(
        2,
        "didCompleteWithError",
        #""session": "\#(name)", "transfer": "5", "endedMicroseconds": 9, "status": 200"#
      )
      await app.system.seen("Returned 2")
      #expect(
        delegate.record.all == [
          "5 Seven +4: 4 of 11", "5 Seven +7: 11 of 11", "5 Seven has a file, 200", "5 Seven over",
        ]
      )
      #expect(delegate.files.map(\.content) == ["a whole day"])
      #expect(delegate.tasks.first === task)
      #expect(task.state == .completed)
      #expect(task.error == nil)
      #expect(task.response?.mimeType == "audio/mpeg")
      #expect(task.currentRequest?.url?.host == "cdn.example.com")
      #expect(task.originalRequest?.url == episode)
      #expect(task.countOfBytesReceived == 11 && task.countOfBytesExpectedToReceive == 11)
      #expect(task.progress.fractionCompleted == 1)
      #expect(await session.allTasks.isEmpty)
      await app.stop()
    }

    @Test("of an earlier process has its tasks again, with their numbers and descriptions")
    func restored() async throws {
      let name = "s-\(UUID().uuidString)"
      let rows = [
        row(
          7,
          name,
          #""direction": "download", "state": "running", "url": "http://a/7", "label": "Seven""#
        ),
        row(
          8,
          name,
          #""direction": "upload", "state": "suspended", "url": "http://a/8", "file": "/p/8""#
        ),
      ].joined(separator: ", ")
      let app = try RunningApp(
        PlainDelegate(),
        StandInSystem { call in
          call.method == "ListTransfers"
            ? .reply(#"{"transfers": [\#(rows)], "hasMore": false}"#) : nil
        }
      )
      let delegate = SessionDelegate()
      let session = URLSession(
        configuration: .background(withIdentifier: name),
        delegate: delegate,
        delegateQueue: nil
      )
      let (data, uploads, downloads) = await session.tasks
      #expect(data.isEmpty)
      #expect(downloads.map(\.taskDescription) == ["Seven"])
      #expect(downloads.map(\.state) == [.running])
      #expect(downloads.map(\.countOfBytesReceived) == [3])
      #expect(uploads.map(\.taskIdentifier) == [8])
      #expect(uploads.map(\.state) == [.suspended])
      let all = await withCheckedContinuation { continuation in
        session.getAllTasks { continuation.resume(returning: $0.count) }
      }
      let counts = await withCheckedContinuation { continuation in
        session.getTasksWithCompletionHandler {
          continuation.resume(returning: [$0.count, $1.count, $2.count])
        }
      }
      #expect(all == 2 && counts == [0, 1, 1])
      #expect(uploads.first?.originalRequest?.url?.absoluteString == "http://a/8")
      // One that has ended is no longer in the list; its events say what it was.
      let file = try fileURL("six")
      app.system.deliver(
        1,
        "didFinishDownloading",
        #""session": "\#(name)", "transfer": "6", "status": 200, "path": "\#(file.path)", "#
          + #""url": "http://a/6", "label": "Six""#
      )
      app.system.deliver(
        2,
        "didCompleteWithError",
        #""session": "\#(name)", "transfer": "6", "endedMicroseconds": 9, "status": 200, "#
          + #""url": "http://a/6", "label": "Six""#
      )
      app.system.deliver(
        3,
        "didCompleteWithError",
        #""session": "\#(name)", "transfer": "9", "endedMicroseconds": 9, "errorCode": -999, "#
          + #""errorName": "cancelled", "cancellationReason": 0, "url": "http://a/9", "#
          + #""label": "Nine", "file": "/p/9""#
      )
      await app.system.seen("Returned 3")
      #expect(
        delegate.record.all == [
          "6 Six +3: 3 of 3", "6 Six has a file, 200", "6 Six over", "9 Nine over, -999",
        ]
      )
      #expect(delegate.tasks.map { $0 is URLSessionUploadTask } == [false, true])
      #expect(delegate.tasks.first?.originalRequest?.url?.absoluteString == "http://a/6")
      let error = try #require(delegate.errors.first as? URLError)
      #expect(error.backgroundTaskCancelledReason == .userForceQuitApplication)
      #expect(error.downloadTaskResumeData == nil)
      await app.stop()
    }

    @Test("sends files, and tells how much of them was sent")
    func upload() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = SessionDelegate()
      let (session, name) = session(delegate)
      let file = try fileURL("a photo")
      var request = URLRequest(url: URL(string: "https://example.com/photos/1")!)
      request.httpMethod = "POST"
      let task = session.uploadTask(with: request, fromFile: file)
      #expect(task.countOfBytesExpectedToSend == 7)
      task.resume()
      let resume = try #require(app.system.json(of: "ResumeTransfer").first)
      #expect(resume.contains(#""method":"POST""#))
      app.system.report(#""session": "\#(name)", "transfer": "5", "bytes": 2, "totalBytes": 7"#)
      app.system.deliver(
        1,
        "didCompleteWithError",
        #""session": "\#(name)", "transfer": "5", "endedMicroseconds": 9, "status": 201"#
      )
      await app.system.seen("Returned 1")
      #expect(
        delegate.record.all == ["5 sent +2: 2 of 7", "5 sent +5: 7 of 7", "5 over"]
      )
      #expect((task.response as? HTTPURLResponse)?.statusCode == 201)
      await app.stop()
    }

    @Test("has the answer of a server that refuses, with an empty file and without an error")
    func refused() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = SessionDelegate()
      let (session, name) = session(delegate)
      session.downloadTask(with: episode).resume()
      app.system.deliver(
        1,
        "didCompleteWithError",
        #""session": "\#(name)", "transfer": "5", "endedMicroseconds": 9, "status": 404, "#
          + #""errorCode": 1, "errorName": "httpStatus""#
      )
      await app.system.seen("Returned 1")
      #expect(delegate.record.all == ["5 has a file, 404", "5 over"])
      #expect(delegate.files.map(\.content) == [""])
      #expect(!FileManager.default.fileExists(atPath: delegate.files[0].path))
      await app.stop()
    }

    @Test("tells a later process the end alone, where an earlier one has had the file")
    func handedOver() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = SessionDelegate()
      let (_, name) = session(delegate)
      app.system.deliver(
        1,
        "didCompleteWithError",
        #""session": "\#(name)", "transfer": "6", "endedMicroseconds": 9, "status": 200, "#
          + #""url": "http://a/6", "label": "Six""#
      )
      await app.system.seen("Returned 1")
      #expect(delegate.record.all == ["6 Six over"])
      #expect(delegate.files.isEmpty)
      await app.stop()
    }

    @Test("tells what an app cancels on its queue, so that no file is lost")
    func cancelledQueue() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = SessionDelegate()
      let (session, name) = session(delegate)
      session.downloadTask(with: episode).resume()
      session.delegateQueue.isSuspended = true
      let file = try fileURL("kept")
      app.system.deliver(
        1,
        "didFinishDownloading",
        #""session": "\#(name)", "transfer": "5", "status": 200, "path": "\#(file.path)""#
      )
      while session.delegateQueue.operationCount == 0 { await Task.yield() }
      session.delegateQueue.cancelAllOperations()
      session.delegateQueue.isSuspended = false
      await app.system.seen("Returned 1")
      #expect(delegate.record.all == ["5 +4: 4 of 4", "5 has a file, 200"])
      #expect(delegate.files.map(\.content) == ["kept"])
      await app.stop()
    }

    @Test(
      "of a name whose session is about to end begins behind that, with the tasks that it has made"
    )
    func behindAnother() async throws {
      let app = try RunningApp(PlainDelegate())
      let (first, last) = (SessionDelegate(), SessionDelegate())
      let (session, name) = session(first)
      session.invalidateAndCancel()
      let again = URLSession(
        configuration: .background(withIdentifier: name),
        delegate: last,
        delegateQueue: nil
      )
      let task = again.downloadTask(with: episode)
      let idle = again.downloadTask(with: episode)
      idle.cancel()
      task.taskDescription = "Seven"
      task.resume()
      let number = task.taskIdentifier
      #expect(task.state == .running)
      #expect(await again.allTasks.first === task)
      #expect(app.system.json(of: "OpenSession").count == 1)
      #expect(app.system.json(of: "StartTransfers").isEmpty)
      app.system.deliver(1, "didBecomeInvalid", #""session": "\#(name)""#)
      await app.system.seen("ResumeTransfer 5")
      #expect(
        app.system.calls.filter { $0 != "ListTransfers" } == [
          "OpenSession", "InvalidateSession", "Returned 1", "OpenSession", "StartTransfers",
          "ResumeTransfer 5",
        ]
      )
      app.system.deliver(
        2,
        "didCompleteWithError",
        #""session": "\#(name)", "transfer": "5", "endedMicroseconds": 9, "errorCode": -1009, "#
          + #""errorName": "notConnectedToInternet""#
      )
      await app.system.seen("Returned 2")
      #expect(first.record.all == ["invalid"])
      #expect(
        last.record.all == ["\(idle.taskIdentifier) over, -999", "\(number) Seven over, -1009"]
      )
      #expect(task.taskIdentifier == number)
      await app.stop()
    }

    @Test("keeps what a cancelled or failed download has for one that continues it")
    func resumeData() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = SessionDelegate()
      let (session, name) = session(delegate)
      var request = URLRequest(url: episode)
      request.setValue("Bearer 1", forHTTPHeaderField: "Authorization")
      request.setValue("audio", forHTTPHeaderField: "X-Kind")
      let task = session.downloadTask(with: request)
      task.resume()
      let data = try #require(await task.cancelByProducingResumeData())
      // Credentials are kept beside the data.
      #expect(data.range(of: Data("Bearer 1".utf8)) == nil)
      #expect(data.range(of: Data("X-Kind".utf8)) != nil)
      #expect(task.state == .canceling)
      #expect(
        app.system.json(of: "CancelTransfer") == [#"{"keepsPartial":true,"transfer":"5"}"#]
      )
      app.system.deliver(
        1,
        "didCompleteWithError",
        #""session": "\#(name)", "transfer": "5", "endedMicroseconds": 9, "errorCode": -999, "#
          + #""errorName": "cancelled""#
      )
      await app.system.seen("Returned 1")
      let error = try #require(delegate.errors.first)
      #expect(
        (error as NSError).userInfo[NSURLSessionDownloadTaskResumeData] as? Data == data
      )
      // And is for its own server alone.
      var forged = try #require(
        try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
      )
      forged["url"] = "https://elsewhere.example.com/"
      let bytes = try PropertyListSerialization.data(
        fromPropertyList: forged,
        format: .binary,
        options: 0
      )
      #expect(ResumeData(bytes)?.request?.value(forHTTPHeaderField: "Authorization") == nil)
      #expect(ResumeData(data)?.request?.value(forHTTPHeaderField: "Authorization") == "Bearer 1")
      let next = session.downloadTask(withResumeData: data)
      #expect(next.originalRequest?.url == episode)
      next.resume()
      let resume = try #require(app.system.json(of: "ResumeTransfer").last)
      #expect(resume.contains(#""resumes":"5""#) && resume.contains("Bearer 1"))
      #expect(resume.contains("X-Kind"))
      app.system.report(
        #""session": "\#(name)", "transfer": "5", "bytes": 8, "totalBytes": 11, "resumedAtByte": 6"#
      )
      app.system.deliver(
        2,
        "didCompleteWithError",
        #""session": "\#(name)", "transfer": "5", "endedMicroseconds": 9, "errorCode": -1001, "#
          + #""errorName": "timedOut", "cause": "the server says nothing""#
      )
      await app.system.seen("Returned 2")
      #expect(
        delegate.record.all == ["5 over, -999", "5 at 6 of 11", "5 +2: 8 of 11", "5 over, -1001"]
      )
      let last = try #require(delegate.errors.last as? URLError)
      #expect(last.code == .timedOut)
      #expect(last.localizedDescription == "the server says nothing")
      #expect(last.downloadTaskResumeData != nil)
      #expect(last.failingURL == episode)
      await app.stop()
    }

    @Test("has no resume data of a download that is cancelled without it")
    func cancelled() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = SessionDelegate()
      let (session, name) = session(delegate)
      let task = session.downloadTask(with: episode)
      // Without having begun, too.
      task.cancel()
      task.cancel()
      #expect(app.system.json(of: "CancelTransfer") == [#"{"transfer":"5"}"#])
      app.system.deliver(
        1,
        "didCompleteWithError",
        #""session": "\#(name)", "transfer": "5", "endedMicroseconds": 9, "errorCode": -999, "#
          + #""errorName": "cancelled""#
      )
      await app.system.seen("Returned 1")
      let error = try #require(delegate.errors.first as? URLError)
      #expect(error.code == .cancelled && error.downloadTaskResumeData == nil)
      #expect(error.backgroundTaskCancelledReason == nil)
      await app.stop()
    }

    @Test("has its delegate answer a server that asks for a password")
    func challenge() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = AnsweringDelegate()
      let (session, name) = session(delegate)
      session.downloadTask(with: episode).resume()
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
      let (session, name) = session(delegate)
      session.downloadTask(with: episode).resume()
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

    @Test(
      "wakes the app, tells everything, and lets it sleep when it calls the handler that it has stored"
    )
    func woken() async throws {
      let appDelegate = WokenDelegate()
      let app = try RunningApp(appDelegate)
      let delegate = SessionDelegate()
      let (_, name) = session(delegate)
      app.system.deliver(
        1,
        "handleEventsForBackgroundURLSession",
        #""session": "\#(name)", "hasCompletionHandler": true"#
      )
      app.system.deliver(
        2,
        "didCompleteWithError",
        #""session": "\#(name)", "transfer": "5", "endedMicroseconds": 9, "status": 200, "#
          + #""file": "/p/5", "url": "http://a/5""#
      )
      app.system.deliver(3, "didFinishEvents", #""session": "\#(name)""#)
      await app.system.seen("Returned 3")
      #expect(appDelegate.record.all == ["woken for \(name)"])
      #expect(delegate.record.all == ["5 over", "all told"])
      #expect(!app.system.calls.contains("Complete 1"))
      appDelegate.completionHandler?()
      await app.system.seen("Complete 1")
      await app.stop()
    }

    @Test("tells a task's own delegate before its own")
    func taskDelegate() async throws {
      let app = try RunningApp(PlainDelegate())
      let (delegate, own) = (SessionDelegate(), SessionDelegate())
      let (session, name) = session(delegate)
      let task = session.downloadTask(with: episode)
      task.delegate = own
      task.resume()
      app.system.deliver(
        1,
        "didCompleteWithError",
        #""session": "\#(name)", "transfer": "5", "endedMicroseconds": 9, "errorCode": -1009, "#
          + #""errorName": "notConnectedToInternet""#
      )
      await app.system.seen("Returned 1")
      #expect(own.record.all == ["5 over, -1009"])
      #expect(delegate.record.all.isEmpty)
      await app.stop()
      #expect(task.delegate == nil)
    }

    @Test("ends with its last event, and lets its delegate go", arguments: [true, false])
    func invalid(cancels: Bool) async throws {
      let app = try RunningApp(PlainDelegate())
      var delegate: SessionDelegate? = SessionDelegate()
      let record = delegate?.record
      weak let held = delegate
      let (session, name) = session(try #require(delegate))
      delegate = nil
      if cancels { session.invalidateAndCancel() } else { session.finishTasksAndInvalidate() }
      let call = await app.system.seen("InvalidateSession")
      #expect(
        (call.parameters["cancelsTransfers"] == "1") == cancels
          || call.json.contains("true") == cancels
      )
      #expect(held != nil)
      app.system.deliver(1, "didBecomeInvalid", #""session": "\#(name)""#)
      await app.system.seen("Returned 1")
      #expect(record?.all == ["invalid"])
      #expect(session.delegate == nil)
      #expect(held == nil)
      // One of its name is another one.
      let other = SessionDelegate()
      let second = URLSession(
        configuration: .background(withIdentifier: name),
        delegate: other,
        delegateQueue: nil
      )
      #expect(app.system.json(of: "OpenSession").count == 2)
      #expect(second.downloadTask(with: episode).taskIdentifier == 5)
      await app.stop()
    }

    @Test("keeps its delegate where another one of its name has none")
    func silentSecond() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = SessionDelegate()
      let (session, name) = session(delegate)
      session.downloadTask(with: episode).resume()
      let silent = URLSession(configuration: .background(withIdentifier: name))
      #expect(await silent.allTasks.count == 1)
      app.system.deliver(
        1,
        "didCompleteWithError",
        #""session": "\#(name)", "transfer": "5", "endedMicroseconds": 9, "errorCode": -1009, "#
          + #""errorName": "notConnectedToInternet""#
      )
      await app.system.seen("Returned 1")
      #expect(delegate.record.all == ["5 over, -1009"])
      await app.stop()
    }

    @Test("of a name that there is already is that one, and tells the delegate that came last")
    func second() async throws {
      let app = try RunningApp(PlainDelegate())
      let (first, last) = (SessionDelegate(), SessionDelegate())
      let (session, name) = session(first)
      session.downloadTask(with: episode).resume()
      let again = URLSession(
        configuration: .background(withIdentifier: name),
        delegate: last,
        delegateQueue: nil
      )
      #expect(app.system.json(of: "OpenSession").count == 1)
      #expect(await again.allTasks.map(\.taskIdentifier) == [5])
      app.system.deliver(
        1,
        "didCompleteWithError",
        #""session": "\#(name)", "transfer": "5", "endedMicroseconds": 9, "errorCode": -1009, "#
          + #""errorName": "notConnectedToInternet""#
      )
      await app.system.seen("Returned 1")
      #expect(first.record.all.isEmpty)
      #expect(last.record.all == ["5 over, -1009"])
      await app.stop()
    }
  }
}
