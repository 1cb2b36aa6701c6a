import Foundation
import Testing

@testable import UIKit

/// Writes down what a default session tells it.
///
/// Of no class that conforms already: Swift calls no method that a subclass adds.
private final class DataDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate,
  @unchecked Sendable
{
  let record = Record()
  private(set) var data = Data()
  private(set) var files: [String] = []
  private(set) var errors: [any Error] = []
  private(set) var tasks: [URLSessionTask] = []

  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    files.append((try? String(contentsOf: location, encoding: .utf8)) ?? "no file")
    record.add("\(downloadTask.taskIdentifier) has a file")
  }
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    tasks.append(task)
    if let error { errors.append(error) }
    let name = "\(task.taskIdentifier)\(task.taskDescription.map { " \($0)" } ?? "")"
    record.add("\(name) over\(error.map { ", \(($0 as NSError).code)" } ?? "")")
  }
  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    record.add("invalid")
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    record.add("answer \((response as? HTTPURLResponse)?.statusCode ?? 0)")
    completionHandler(.allow)
  }
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    self.data += data
  }
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    record.add("sent on to \(request.url?.path ?? "nowhere")")
    completionHandler(request)
  }
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    record.add("asked for a password")
    completionHandler(
      .useCredential,
      URLCredential(user: "ada", password: "secret", persistence: .none)
    )
  }
}

@Suite("A default session", .serialized, .timeLimit(.minutes(1)))
struct DefaultSessionTests {
  private let server = StandInServer { request in
    switch request.path {
    case "/away": .init(status: 302, headers: ["Location": "/there"])
    case "/secret" where request.headers["authorization"] == nil:
      .init(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"home\""])
    case "/echo": .init(body: Data("\(request.method) ".utf8) + request.body)
    case "/header": .init(body: Data((request.headers["x-app"] ?? "none").utf8))
    case "/never": .init(body: Data("begun".utf8), hangs: true)
    default: .init(headers: ["Content-Type": "text/plain"], body: Data("hello".utf8))
    }
  }

  private func url(_ path: String) -> URL { server.url.appendingPathComponent(path) }

  private func text(_ data: Data?) -> String { String(decoding: data ?? Data(), as: UTF8.self) }

  @Test("gives a task's handler its answer")
  func handler() async throws {
    let url = url("there")
    let answer = await withCheckedContinuation { continuation in
      let task = URLSession.shared.dataTask(with: url) { data, response, error in
        let status = (response as? HTTPURLResponse)?.statusCode
        continuation.resume(returning: (data, status, error == nil))
      }
      #expect(task.state == .suspended)
      #expect(task.originalRequest?.url == url)
      task.resume()
    }
    #expect(text(answer.0) == "hello")
    #expect(answer.1 == 200 && answer.2)
    server.stop()
  }

  @Test("sends its answer as a publisher, and ends; a request that is cancelled fails for nobody")
  func publisher() async throws {
    let publisher: URLSession.DataTaskPublisher = URLSession.shared
      .dataTaskPublisher(for: url("there"))
    let record = Record()
    let subscription = publisher.map { String(decoding: $0.data, as: UTF8.self) }
      .sink(
        receiveCompletion: { completion in
          if case .failure(let error) = completion { record.add("\(error.code.rawValue)") }
          record.add("end")
        },
        receiveValue: { record.add($0) }
      )
    await record.seen("end")
    #expect(record.all == ["hello", "end"])
    let lost = URLSession.shared.dataTaskPublisher(
      for: try #require(URL(string: "http://[::1]:1/"))
    )
    .sink(
      receiveCompletion: { completion in
        if case .failure(let error) = completion { record.add("failed \(error.code.rawValue)") }
      },
      receiveValue: { _ in record.add("something") }
    )
    await record.filled(to: 3)
    #expect(record.all.last?.hasPrefix("failed -") == true)
    withExtendedLifetime((subscription, lost)) {}
    server.stop()
  }

  @Test("sends an answer that is there before the request has returned, as its publisher")
  func answerAtOnce() async throws {
    final class Prompt: URLSession, @unchecked Sendable {
      override func dataTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
      ) -> URLSessionDataTask {
        let url = request.url ?? URL(fileURLWithPath: "/")
        let response = URLResponse(
          url: url,
          mimeType: nil,
          expectedContentLength: 5,
          textEncodingName: nil
        )
        return PromptTask { completionHandler(Data("hello".utf8), response, nil) }
      }
    }
    final class PromptTask: URLSessionDataTask, @unchecked Sendable {
      let answer: () -> Void
      init(answer: @escaping () -> Void) { self.answer = answer }
      override func resume() { answer() }
    }
    let record = Record()
    let subscription = Prompt().dataTaskPublisher(for: server.url)
      .sink(
        receiveCompletion: { _ in record.add("end") },
        receiveValue: { record.add(String(decoding: $0.data, as: UTF8.self)) }
      )
    #expect(record.all == ["hello", "end"])
    withExtendedLifetime(subscription) {}
    server.stop()
  }

  @Test("answers the asynchronous forms")
  func asynchronous() async throws {
    let session = URLSession(configuration: .ephemeral)
    let (data, response) = try await session.data(from: url("there"))
    #expect(text(data) == "hello")
    #expect(response.mimeType == "text/plain")
    var post = URLRequest(url: url("echo"))
    post.httpMethod = "POST"
    #expect(text(try await session.upload(for: post, from: Data("data".utf8)).0) == "POST data")
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data("a file".utf8).write(to: file)
    #expect(text(try await session.upload(for: post, fromFile: file).0) == "POST a file")
    let (download, _) = try await session.download(from: url("there"))
    // The file is the app's.
    #expect(try String(contentsOf: download, encoding: .utf8) == "hello")
    try FileManager.default.removeItem(at: download)
    let (bytes, answer) = try await session.bytes(from: url("there"))
    #expect((answer as? HTTPURLResponse)?.statusCode == 200)
    var read: [UInt8] = []
    for try await byte in bytes { read.append(byte) }
    #expect(read == Array("hello".utf8))
    session.invalidateAndCancel()
    server.stop()
  }

  @Test("gives a download's handler its file, until that returns")
  func downloadHandler() async throws {
    let url = url("there")
    let (content, path) = await withCheckedContinuation { continuation in
      URLSession.shared.downloadTask(with: url) { file, _, _ in
        let content = file.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
        continuation.resume(returning: (content, file?.path ?? ""))
      }
      .resume()
    }
    #expect(content == "hello")
    #expect(!path.isEmpty)
    server.stop()
  }

  @Test("sends the headers of its configuration")
  func headers() async throws {
    let configuration = URLSessionConfiguration.default
    configuration.httpAdditionalHeaders = ["X-App": "player"]
    let session = URLSession(configuration: configuration)
    // The session has a copy.
    configuration.httpAdditionalHeaders = nil
    #expect(text(try await session.data(from: url("header")).0) == "player")
    #expect(session.configuration.httpAdditionalHeaders?.count == 1)
    session.invalidateAndCancel()
    server.stop()
  }

  @Test(
    "tells its delegate of redirects, passwords, data, files and the end, with the app's own tasks",
    .timeLimit(.minutes(1))
  )
  func delegate() async throws {
    let delegate = DataDelegate()
    let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: url("away"))
    task.taskDescription = "one"
    task.resume()
    #expect(await session.allTasks.first === task)
    let first = "\(task.taskIdentifier) one over"
    await delegate.record.seen(first)
    #expect(delegate.record.all == ["sent on to /there", "answer 200", first])
    #expect(text(delegate.data) == "hello")
    #expect(delegate.tasks.first === task)
    // It leaves the list after its delegate was told.
    while await !session.allTasks.isEmpty { await Task.yield() }
    let secret = session.dataTask(with: url("secret"))
    secret.resume()
    await delegate.record.seen("\(secret.taskIdentifier) over")
    #expect(
      delegate.record.all.dropFirst(3) == [
        // Foundation for Linux tells of the refusal, too.
        "answer 401", "asked for a password", "answer 200", "\(secret.taskIdentifier) over",
      ]
    )
    let download = session.downloadTask(with: url("there"))
    download.resume()
    let name = "\(download.taskIdentifier)"
    await delegate.record.seen("\(name) over")
    #expect(delegate.record.all.contains("\(name) has a file"))
    #expect(delegate.files == ["hello"])
    session.finishTasksAndInvalidate()
    await delegate.record.seen("invalid")
    // It is let go when its method has returned.
    while session.delegate != nil { await Task.yield() }
    server.stop()
  }

  @Test("ends a task that is cancelled with that error, also of an asynchronous form")
  func cancelled() async throws {
    let delegate = DataDelegate()
    let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: url("never"))
    task.resume()
    await delegate.record.seen("answer 200")
    task.cancel()
    await delegate.record.seen("\(task.taskIdentifier) over, -999")
    #expect((delegate.errors.first as? URLError)?.code == .cancelled)
    let url = url("never")
    let loading = Task { try await session.data(from: url) }
    loading.cancel()
    await #expect {
      try await loading.value
    } throws: { error in
      (error as? URLError)?.code == .cancelled
    }
    session.invalidateAndCancel()
    server.stop()
  }

  @Test("goes with its last reference where it has no delegate, and not before its tasks")
  func lifetime() async throws {
    var session: URLSession? = URLSession(configuration: .ephemeral)
    weak let held = session
    let url = url("there")
    let data = await withCheckedContinuation { continuation in
      session?.dataTask(with: url) { data, _, _ in continuation.resume(returning: data) }.resume()
      session = nil
    }
    #expect(text(data) == "hello")
    // The handler runs a moment before the task is forgotten.
    while held != nil { await Task.yield() }
    server.stop()
  }

  @Test("is made by tests of an app in the place of another one")
  func mocks() {
    final class Mock: URLSession, @unchecked Sendable {
      override func dataTask(
        with url: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
      ) -> URLSessionDataTask {
        completionHandler(Data("mock".utf8), nil, nil)
        return MockTask()
      }
    }
    final class MockTask: URLSessionDataTask, @unchecked Sendable {
      override func resume() {}
    }
    let session: URLSession = Mock()
    let record = Record()
    let task = session.dataTask(with: server.url) { data, _, _ in
      record.add(String(decoding: data ?? Data(), as: UTF8.self))
    }
    task.resume()
    #expect(record.all == ["mock"])
    server.stop()
  }
}
