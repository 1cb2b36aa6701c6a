import Foundation
import Testing

@testable import AppleSupport
@testable import UIKit

private final class PlainDelegate: UIResponder, UIApplicationDelegate {}

extension AppTests {
  @MainActor
  @Suite("A task of a background session")
  struct BackgroundTransferTests {
    @Test("numbers a task when it is made, and lets it begin as the app has set it up since")
    func download() async throws {
      let app = try RunningApp(PlainDelegate())
      let (session, name) = Background.session(SessionDelegate()) {
        $0.httpAdditionalHeaders = ["Accept": "audio/*", "X-App": "player"]
        $0.allowsExpensiveNetworkAccess = false
        $0.allowsConstrainedNetworkAccess = false
      }
      var request = URLRequest(url: Background.episode)
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
      let (session, name) = Background.session(delegate)
      let task = session.downloadTask(with: Background.episode)
      task.taskDescription = "Seven"
      task.resume()
      app.system.report(#""session": "\#(name)", "transfer": "5", "bytes": 4, "totalBytes": 11"#)
      let file = try Background.file("a whole day")
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
      #expect(task.originalRequest?.url == Background.episode)
      #expect(task.countOfBytesReceived == 11 && task.countOfBytesExpectedToReceive == 11)
      #expect(task.progress.fractionCompleted == 1)
      #expect(await session.allTasks.isEmpty)
      await app.stop()
    }

    @Test("sends files, and tells how much of them was sent")
    func upload() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = SessionDelegate()
      let (session, name) = Background.session(delegate)
      let file = try Background.file("a photo")
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
      let (session, name) = Background.session(delegate)
      session.downloadTask(with: Background.episode).resume()
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
      let (_, name) = Background.session(delegate)
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
      let (session, name) = Background.session(delegate)
      session.downloadTask(with: Background.episode).resume()
      session.delegateQueue.isSuspended = true
      let file = try Background.file("kept")
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

    @Test("keeps what a cancelled or failed download has for one that continues it")
    func resumeData() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = SessionDelegate()
      let (session, name) = Background.session(delegate)
      var request = URLRequest(url: Background.episode)
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
      #expect(next.originalRequest?.url == Background.episode)
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
      #expect(last.failingURL == Background.episode)
      // What was kept outlives the session, as Apple's resume data does.
      session.invalidateAndCancel()
      app.system.deliver(3, "didBecomeInvalid", #""session": "\#(name)""#)
      await app.system.seen("Returned 3")
      #expect(ResumeData(data)?.request?.value(forHTTPHeaderField: "Authorization") == "Bearer 1")
      await app.stop()
    }

    @Test("has no resume data of a download that is cancelled without it")
    func cancelled() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = SessionDelegate()
      let (session, name) = Background.session(delegate)
      let task = session.downloadTask(with: Background.episode)
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
  }
}
