import Foundation
import SimulatedDevice
import Synchronization
import Testing
import UIKit

/// An app that downloads and uploads in a background session, as an object of each of its processes.
@MainActor
private final class Transferring: UIResponder, UIApplicationDelegate {
  static var lines: [String] = []
  static var configure: (URLSessionConfiguration) -> Void = { _ in }
  private(set) static var current: Transferring?
  private(set) var session: URLSession?
  private var completionHandler: (() -> Void)?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Self.current = self
    let state = application.applicationState == .background ? "background" : "front"
    Self.lines.append("launched in the \(state)")
    let configuration = URLSessionConfiguration.background(withIdentifier: "files")
    Self.configure(configuration)
    session = URLSession(configuration: configuration, delegate: Told(), delegateQueue: .main)
    return true
  }

  func application(
    _ application: UIApplication,
    handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    Self.lines.append("woken for \(identifier)")
    self.completionHandler = completionHandler
  }

  func everythingWasTold() {
    Self.lines.append("everything was told")
    completionHandler?()
    completionHandler = nil
  }

  /// Begins a download, as the user would have the app do.
  @discardableResult
  static func download(_ url: String) -> URLSessionDownloadTask? {
    guard let address = URL(string: url) else { return nil }
    let task = current?.session?.downloadTask(with: address)
    task?.taskDescription = url.split(separator: "/").last.map(String.init)
    task?.resume()
    return task
  }
}

private final class Told: NSObject, URLSessionDownloadDelegate {
  static let steps = Mutex<[Int64]>([])
  static let resumeData = Mutex<Data?>(nil)

  private func note(_ line: String) {
    MainActor.assumeIsolated { Transferring.lines.append(line) }
  }

  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    let bytes = (try? Data(contentsOf: location, options: .mappedIfSafe)) ?? Data()
    let text = bytes.count < 100 ? String(decoding: bytes, as: UTF8.self) : "\(bytes.count) bytes"
    note("file of \(downloadTask.taskDescription ?? "-"): \(text)")
  }

  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64,
    totalBytesExpectedToWrite: Int64
  ) {
    Self.steps.withLock { $0.append(totalBytesWritten) }
  }

  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didResumeAtOffset fileOffset: Int64,
    expectedTotalBytes: Int64
  ) {
    note("continues at \(fileOffset) of \(expectedTotalBytes)")
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: Error?
  ) {
    let name = task.taskDescription ?? "-"
    guard let error = error as NSError? else {
      let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
      return note("\(name) ended with \(status)")
    }
    let reason = error.userInfo[NSURLErrorBackgroundTaskCancelledReasonKey] as? Int
    if let data = error.userInfo[NSURLSessionDownloadTaskResumeData] as? Data {
      Self.resumeData.withLock { $0 = data }
    }
    note("\(name) failed with \(error.code)\(reason.map { ", reason \($0)" } ?? "")")
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    note("asked by \(challenge.protectionSpace.realm ?? "-")")
    let credential = URLCredential(user: "ada", password: "secret", persistence: .none)
    completionHandler(.useCredential, credential)
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    MainActor.assumeIsolated { Transferring.current?.everythingWasTold() }
  }
}

private let transferring = AppInformation(["CFBundleIdentifier": "com.example.transferring"])

/// Who has asked a server.
private final class Authorizations: Sendable {
  let all = Mutex<[String]>([])
}

/// What servers were asked.
private final class Asked: Sendable {
  let offsets = Mutex<[Int]>([])
  let bodies = Mutex<[Data]>([])
}

extension OneDevice {
  @MainActor
  @Suite("A background session on a device")
  struct TransferTests {
    init() {
      Transferring.lines = []
      Transferring.configure = { _ in }
      Told.steps.withLock { $0 = [] }
      Told.resumeData.withLock { $0 = nil }
    }

    private func launched(_ rules: SimulatedDevice.Rules = .iOS26) async throws -> SimulatedDevice {
      let device = try await SimulatedDevice(
        app: Transferring.self,
        infoPlist: transferring,
        rules: rules
      )
      try await device.launch()
      return device
    }

    @Test("takes as long as its bytes at the speed of the server, and tells how far it is")
    func inFront() async throws {
      let device = try await launched()
      try await device.server("media.example.com") { _ in
        .init(size: 40_000_000, bytesPerSecond: 1_000_000)
      }
      Transferring.download("http://media.example.com/talk.mp3")
      try await device.advance(by: .milliseconds(39_900))
      #expect(Transferring.lines == ["launched in the front"])
      #expect(Told.steps.withLock { $0.first } == 500_000)
      #expect(Told.steps.withLock { $0.count } > 50)
      try await device.advance(by: .milliseconds(200))
      #expect(
        Transferring.lines.suffix(2) == [
          "file of talk.mp3: 40000000 bytes", "talk.mp3 ended with 200",
        ]
      )
    }

    @Test("continues while the app is suspended, and wakes it when all is there")
    func suspended() async throws {
      let device = try await launched()
      try await device.server("media.example.com") { request in
        var response = SimulatedDevice.Response(body: Data("about \(request.url.path)".utf8))
        response.bytesPerSecond = 1
        return response
      }
      Transferring.download("http://media.example.com/a.txt")
      try await device.background()
      try await device.advance(by: .seconds(11))
      #expect(Transferring.lines == ["launched in the front"])
      #expect(try await device.appState() == "suspended")
      try await device.advance(by: .minutes(1))
      #expect(
        Transferring.lines.dropFirst() == [
          "woken for files", "file of a.txt: about /a.txt", "a.txt ended with 200",
          "everything was told",
        ]
      )
      #expect(try await device.wakes(for: .transfer).count == 1)
    }

    @Test("launches an app that was ended meanwhile, which has the session again")
    func relaunched() async throws {
      let device = try await launched()
      try await device.server("media.example.com") { _ in
        .init(size: 60_000, bytesPerSecond: 1_000)
      }
      Transferring.download("http://media.example.com/a.bin")
      try await device.background()
      try await device.advance(by: .seconds(30))
      try await device.memoryPressure(.critical)
      #expect(try await device.appState() == "notRunning")
      try await device.advance(by: .minutes(2))
      #expect(
        Transferring.lines.dropFirst() == [
          "launched in the background", "woken for files", "file of a.bin: 60000 bytes",
          "a.bin ended with 200", "everything was told",
        ]
      )
    }

    @Test("uploads a file of the app, whose bytes the server has at the end")
    func upload() async throws {
      let asked = Asked()
      let device = try await launched()
      try await device.server("photos.example.com:8000") { _ in
        .init(received: { data in asked.bodies.withLock { $0.append(data) } })
      }
      let file = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
        .appendingPathComponent("photo.jpg")
      try Data("a photo".utf8).write(to: file)
      let url = try #require(URL(string: "http://photos.example.com:8000/photo.jpg"))
      var request = URLRequest(url: url)
      request.httpMethod = "PUT"
      let task = Transferring.current?.session?.uploadTask(with: request, fromFile: file)
      task?.taskDescription = "photo"
      task?.resume()
      try await device.advance(by: .seconds(1))
      #expect(Transferring.lines.last == "photo ended with 201")
      #expect(asked.bodies.withLock { $0 } == [Data("a photo".utf8)])
    }

    @Test("is cancelled where the user closes the app, and says so at the next launch")
    func forceQuit() async throws {
      let device = try await launched()
      try await device.server("media.example.com") { _ in
        .init(size: 60_000, bytesPerSecond: 1_000)
      }
      Transferring.download("http://media.example.com/a.bin")
      try await device.advance(by: .seconds(10))
      try await device.forceQuit()
      try await device.advance(by: .hours(1))
      #expect(Transferring.lines == ["launched in the front"])
      try await device.launch()
      #expect(Transferring.lines.last == "a.bin failed with -999, reason 0")
    }

    @Test("waits for a network that is gone, and continues where it was")
    func network() async throws {
      let asked = Asked()
      let device = try await launched()
      try await device.server("media.example.com") { request in
        asked.offsets.withLock { $0.append(request.offset) }
        return .init(size: 60_000, bytesPerSecond: 1_000)
      }
      Transferring.download("http://media.example.com/a.bin")
      try await device.advance(by: .seconds(20))
      try await device.setNetwork(.none)
      try await device.advance(by: .hours(1))
      #expect(Transferring.lines == ["launched in the front"])
      try await device.setNetwork(.wifi)
      try await device.advance(by: .seconds(39))
      #expect(Transferring.lines.last == "continues at 20000 of 60000")
      try await device.advance(by: .minutes(2))
      #expect(Transferring.lines.last == "a.bin ended with 200")
      #expect(asked.offsets.withLock { $0 } == [0, 20_000])
    }

    @Test("that is cancelled with resume data continues in another task")
    func resumeData() async throws {
      let device = try await launched()
      try await device.server("media.example.com") { _ in
        .init(size: 60_000, bytesPerSecond: 1_000)
      }
      let task = Transferring.download("http://media.example.com/a.bin")
      try await device.advance(by: .seconds(20))
      task?.cancel { data in Told.resumeData.withLock { $0 = data } }
      try await device.advance(by: .minutes(5))
      let data = try #require(Told.resumeData.withLock { $0 })
      let next = Transferring.current?.session?.downloadTask(withResumeData: data)
      next?.taskDescription = "the rest"
      next?.resume()
      try await device.advance(by: .seconds(41))
      #expect(
        Transferring.lines.suffix(3) == [
          "continues at 20000 of 60000", "file of the rest: 60000 bytes",
          "the rest ended with 200",
        ]
      )
    }

    @Test("that a later process continues says who asks, which its resume data does not")
    func resumeDataWithSecrets() async throws {
      let device = try await launched()
      let asked = Authorizations()
      try await device.server("media.example.com") { request in
        asked.all.withLock { $0.append(request.headers["Authorization"] ?? "nobody") }
        return .init(size: 60_000, bytesPerSecond: 1_000)
      }
      let address = try #require(URL(string: "http://media.example.com/a.bin"))
      var request = URLRequest(url: address)
      request.setValue("Bearer 7", forHTTPHeaderField: "Authorization")
      let task = Transferring.current?.session?.downloadTask(with: request)
      task?.resume()
      try await device.advance(by: .seconds(20))
      task?.cancel { data in Told.resumeData.withLock { $0 = data } }
      try await device.advance(by: .minutes(5))
      let data = try #require(Told.resumeData.withLock { $0 })
      #expect(data.range(of: Data("Bearer".utf8)) == nil)
      try await device.forceQuit()
      try await device.launch()
      Transferring.current?.session?.downloadTask(withResumeData: data).resume()
      try await device.advance(by: .seconds(41))
      #expect(asked.all.withLock { $0 } == ["Bearer 7", "Bearer 7"])
    }

    @Test("hands over an answer that is no success, with an empty file")
    func refused() async throws {
      let device = try await launched()
      try await device.server("media.example.com") { _ in .init(status: 404) }
      Transferring.download("http://media.example.com/none")
      try await device.advance(by: .seconds(1))
      #expect(Transferring.lines.suffix(2) == ["file of none: ", "none ended with 404"])
    }

    @Test("is tried again where nobody listens, until somebody does")
    func unreachable() async throws {
      let device = try await launched()
      try await device.server("media.example.com") { _ in .unreachable }
      Transferring.download("http://media.example.com/a.txt")
      try await device.advance(by: .minutes(30))
      #expect(Transferring.lines == ["launched in the front"])
      try await device.server("media.example.com") { _ in .init(body: Data("here".utf8)) }
      try await device.advance(by: .hours(2))
      #expect(Transferring.lines.contains("file of a.txt: here"))
    }

    @Test("to a host without a server fails at its time limit")
    func unknownHost() async throws {
      Transferring.configure = { $0.timeoutIntervalForResource = 60 }
      let device = try await launched()
      Transferring.download("http://nobody.example.com/a.txt")
      try await device.advance(by: .minutes(5))
      #expect(Transferring.lines.last?.hasPrefix("a.txt failed with") == true)
    }

    @Test("that breaks off or becomes silent is asked for again")
    func broken() async throws {
      let asked = Asked()
      let device = try await launched()
      try await device.server("media.example.com") { request in
        asked.offsets.withLock { $0.append(request.offset) }
        var response = SimulatedDevice.Response(size: 30_000, bytesPerSecond: 1_000)
        if request.attempt == 1 { response.end = .lost(afterBytes: 10_000) }
        if request.attempt == 2 { response.end = .stalls(afterBytes: 20_000) }
        return response
      }
      Transferring.download("http://media.example.com/a.bin")
      try await device.advance(by: .hours(1))
      #expect(Transferring.lines.last == "a.bin ended with 200")
      #expect(asked.offsets.withLock { $0 } == [0, 10_000, 20_000])
    }

    @Test("times out where nothing comes, or too late")
    func silent() async throws {
      let asked = Asked()
      let device = try await launched()
      try await device.server("media.example.com") { request in
        asked.offsets.withLock { $0.append(request.attempt) }
        var response = SimulatedDevice.Response(size: 1_000)
        if request.attempt == 1 { response.bytesPerSecond = 0 }
        if request.attempt == 2 { response.delay = .seconds(300) }
        return response
      }
      Transferring.download("http://media.example.com/a.bin")
      try await device.advance(by: .seconds(59))
      #expect(Transferring.lines == ["launched in the front"])
      try await device.advance(by: .hours(1))
      #expect(asked.offsets.withLock { $0 } == [1, 2, 3])
      #expect(Transferring.lines.last == "a.bin ended with 200")
    }

    @Test("that is discretionary waits for Wi-Fi and power")
    func discretionary() async throws {
      Transferring.configure = { $0.isDiscretionary = true }
      let device = try await launched()
      try await device.server("media.example.com") { _ in .init(body: Data("here".utf8)) }
      try await device.setNetwork(.cellular)
      Transferring.download("http://media.example.com/a.txt")
      try await device.background()
      try await device.advance(by: .hours(3))
      #expect(!Transferring.lines.contains("a.txt ended with 200"))
      try await device.setNetwork(.wifi)
      try await device.setPower(isCharging: true, percent: 90)
      try await device.lock()
      try await device.advance(by: .hours(12))
      #expect(Transferring.lines.contains("a.txt ended with 200"))
    }

    @Test("answers a challenge with a name and a password")
    func challenge() async throws {
      let device = try await launched()
      try await device.server("media.example.com") { request in
        guard request.headers["Authorization"] == "Basic YWRhOnNlY3JldA==" else {
          return .init(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"shelf\""])
        }
        return .init(body: Data("for Ada".utf8))
      }
      Transferring.download("http://media.example.com/a.txt")
      try await device.advance(by: .minutes(10))
      #expect(
        Transferring.lines.dropFirst() == [
          "asked by shelf", "file of a.txt: for Ada", "a.txt ended with 200",
        ]
      )
    }

    @Test("asks a server for as many files at once as its configuration says")
    func connections() async throws {
      Transferring.configure = { $0.httpMaximumConnectionsPerHost = 2 }
      let device = try await launched()
      try await device.server("media.example.com") { _ in
        .init(size: 10_000, bytesPerSecond: 1_000)
      }
      for number in 1...4 { Transferring.download("http://media.example.com/\(number)") }
      try await device.advance(by: .milliseconds(10_500))
      #expect(Transferring.lines.filter { $0.hasSuffix("ended with 200") }.count == 2)
      try await device.advance(by: .milliseconds(10_500))
      #expect(Transferring.lines.filter { $0.hasSuffix("ended with 200") }.count == 4)
    }

    @Test("in a static is there for the next process, which would have made it anew")
    func statics() async throws {
      Shelf.lines = []
      let device = try await SimulatedDevice(
        app: ShelfDelegate.self,
        infoPlist: AppInformation(["CFBundleIdentifier": "com.example.shelf"])
      )
      try await device.server("media.example.com") { _ in
        .init(size: 60_000, bytesPerSecond: 1_000)
      }
      try await device.launch()
      let url = try #require(URL(string: "http://media.example.com/a"))
      Shelf.shared.session.downloadTask(with: url).resume()
      try await device.background()
      try await device.advance(by: .seconds(30))
      try await device.memoryPressure(.critical)
      try await device.advance(by: .minutes(2))
      #expect(Shelf.lines == ["woken", "file", "ended"])
      // And it takes new tasks.
      Shelf.shared.session.downloadTask(with: url).resume()
      try await device.advance(by: .minutes(2))
      #expect(Shelf.lines.suffix(3) == ["woken", "file", "ended"])
    }

    @Test("refuses a server with a name that no URL has")
    func noHost() async throws {
      let device = try await launched()
      await #expect(throws: DeviceError.self) {
        try await device.server("http://media.example.com/") { _ in .init() }
      }
    }
  }
}

/// A session of which there is one for the whole app, as many apps have it.
private final class Shelf: NSObject, URLSessionDownloadDelegate {
  static let shared = Shelf()
  @MainActor static var lines: [String] = []
  lazy var session = URLSession(
    configuration: .background(withIdentifier: "shelf"),
    delegate: self,
    delegateQueue: .main
  )
  var completionHandler: (() -> Void)?

  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) { MainActor.assumeIsolated { Self.lines.append("file") } }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
    MainActor.assumeIsolated { Self.lines.append(error == nil ? "ended" : "failed") }
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    completionHandler?()
    completionHandler = nil
  }
}

@MainActor
private final class ShelfDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    Shelf.lines.append("woken")
    Shelf.shared.completionHandler = completionHandler
    _ = Shelf.shared.session
  }
}
