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

extension AppTests {
  @MainActor
  @Suite("A background session")
  struct BackgroundSessionTests {
    @Test("is opened as it was configured")
    func configuration() async throws {
      let app = try RunningApp(PlainDelegate())
      let (_, name) = Background.session(SessionDelegate()) {
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

    @Test("of an earlier process has its tasks again, with their numbers and descriptions")
    func restored() async throws {
      let name = "s-\(UUID().uuidString)"
      let rows = [
        Background.row(
          7,
          name,
          #""direction": "download", "state": "running", "url": "http://a/7", "label": "Seven""#
        ),
        Background.row(
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
        configuration: URLSessionConfiguration.background(withIdentifier: name),
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
      let file = try Background.file("six")
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

    @Test(
      "of a name whose session is about to end begins behind that, with the tasks that it has made"
    )
    func behindAnother() async throws {
      let app = try RunningApp(PlainDelegate())
      let (first, last) = (SessionDelegate(), SessionDelegate())
      let (session, name) = Background.session(first)
      session.invalidateAndCancel()
      let again = URLSession(
        configuration: .background(withIdentifier: name),
        delegate: last,
        delegateQueue: nil
      )
      let task = again.downloadTask(with: Background.episode)
      let idle = again.downloadTask(with: Background.episode)
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

    @Test(
      "wakes the app, tells everything, and lets it sleep when it calls the handler that it has stored"
    )
    func woken() async throws {
      let appDelegate = WokenDelegate()
      let app = try RunningApp(appDelegate)
      let delegate = SessionDelegate()
      let (_, name) = Background.session(delegate)
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
      let (session, name) = Background.session(delegate)
      let task = session.downloadTask(with: Background.episode)
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
      let (session, name) = Background.session(try #require(delegate))
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
      #expect(second.downloadTask(with: Background.episode).taskIdentifier == 5)
      await app.stop()
    }

    @Test("keeps its delegate where another one of its name has none")
    func silentSecond() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = SessionDelegate()
      let (session, name) = Background.session(delegate)
      session.downloadTask(with: Background.episode).resume()
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
      let (session, name) = Background.session(first)
      session.downloadTask(with: Background.episode).resume()
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
