import ArgumentParser
import Testing
import TorporModel
import TorporWire

@testable import torpor

@Suite("The options of torpor download and torpor upload")
struct TransferArgumentsTests {
  private let machine = TransferArguments.ConditionContext(
    workingDirectory: "/home/ada",
    place: { path in
      switch path {
      case "/home/ada", "/home/ada/music", "/": .folder
      case "/home/ada/old.iso": .file
      case "/home/ada/secret": .unreadableFile
      default: .nothing
      }
    },
    now: 1_795_233_600,
    zone: Samples.zone
  )

  private let url = "https://example.com/a.iso"

  private func downloads(
    _ urls: [String],
    _ arguments: TransferArguments = TransferArguments(),
    _ target: DownloadTarget = DownloadTarget(),
    sha256: String? = nil
  ) throws -> [TransferSubmission] {
    try arguments.downloads(of: urls, to: target, sha256: sha256, in: machine)
  }

  private func upload(
    _ file: String = "old.iso",
    method: String? = nil,
    isTus: Bool = false
  ) throws -> [TransferSubmission] {
    try TransferArguments().upload(of: file, to: url, method: method, isTus: isTus, in: machine)
  }

  /// The sentence that a mistake leads to.
  private func sentence(_ body: () throws -> [TransferSubmission]) -> String? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? CommandFailure)?.sentence
    }
  }

  @Test("make a plain download into the working directory")
  func plain() throws {
    let submissions = try downloads([url])
    #expect(submissions.count == 1)
    #expect(submissions[0].requests == [TransferRequest(direction: .download)])
    #expect(
      submissions[0].contents == [
        TransferContent(
          url: url,
          destination: TransferDestination(file: TransferFile(path: "/home/ada"), isFolder: true)
        )
      ]
    )
    #expect(submissions[0].configuration == SessionConfiguration(identifier: "user"))
  }

  @Test("all find their place in what is submitted")
  func whole() throws {
    let arguments = TransferArguments(
      isDiscretionary: true,
      isUnmetered: true,
      limit: "1MB/s",
      headers: ["Accept: text/plain", "X-Empty:"],
      notBefore: "+2h",
      timeout: "1d"
    )
    let digest = String(repeating: "AB", count: 32)
    let target = DownloadTarget(file: "./old.iso", replaces: true)
    let submission = try downloads([url], arguments, target, sha256: digest)[0]
    #expect(submission.configuration.isDiscretionary)
    #expect(submission.configuration.resourceTimeout == .days(1))
    #expect(
      submission.requests == [
        TransferRequest(
          direction: .download,
          isDiscretionary: true,
          earliestBegin: .hours(2),
          network: TransferNetwork(allowsCellular: false, allowsExpensive: false)
        )
      ]
    )
    let content = submission.contents[0]
    #expect(content.bytesPerSecondMax == 1_000_000)
    #expect(
      content.headers == [TransferHeader("Accept", "text/plain"), TransferHeader("X-Empty", "")]
    )
    #expect(content.sha256 == digest.lowercased())
    #expect(
      content.destination
        == TransferDestination(file: TransferFile(path: "/home/ada/old.iso"), replaces: true)
    )
    // What is made here is what the daemon takes.
    let method = Control.SubmitTransfers(submission)
    _ = try Control.SubmitTransfers(parameters: method.parameters)
  }

  @Test("make an upload of a file, however it goes on when it breaks off")
  func uploads() throws {
    let plain = try upload()[0]
    #expect(plain.requests == [TransferRequest(direction: .upload)])
    #expect(plain.contents[0].source == TransferFile(path: "/home/ada/old.iso"))
    #expect(plain.contents[0].destination == nil)
    #expect(plain.contents[0].uploadResumption == .automatic)
    #expect(try upload(method: "POST")[0].contents[0].method == "POST")
    #expect(try upload(isTus: true)[0].contents[0].uploadResumption == .tus)
  }

  @Test(
    "take hosts in other letters, as the DNS has them (RFC 3492, 7.1)",
    arguments: [
      ("http://bücher.example/ü", "http://xn--bcher-kva.example/%C3%BC"),
      // As a Mac decomposes it.
      ("http://bu\u{308}cher.example/", "http://xn--bcher-kva.example/"),
      ("http://BÜCHER.example:8080", "http://xn--bcher-kva.example:8080"),
      (
        "http://他们为什么不说中文。example/",
        "http://xn--ihqwcrb4cv8a8dqg056pqjye.example/"
      ),
      (
        "http://почемужеонинеговорятпорусски/",
        "http://xn--b1abfaaepdrnnbgefbadotcwatmq2g4l/"
      ),
      ("http://3年b組金八先生/", "http://xn--3b-ww4c5e180e575a65lsy2b/"),
      ("http://[fe80::1%25eth0]/", "http://[fe80::1%25eth0]/"),
    ]
  )
  func hosts(typed: String, url: String) throws {
    #expect(try downloads([typed])[0].contents[0].url == url)
  }

  @Test("make paths of what is typed, without '..' and a '/' at the end")
  func paths() throws {
    var machine = self.machine
    // /home/ada/link leads to /srv/data.
    machine.realPath = { path in
      switch path {
      case "/home/ada/..": "/home"
      case "/home/ada/link/..": "/srv"
      case "/home/ada", "/home/ada/music", "/srv", "/home": path
      default: nil
      }
    }
    #expect(machine.resolved("/home/ada/../f") == "/home/f")
    #expect(machine.resolved("/home/ada/link/../f") == "/srv/f")
    #expect(machine.resolved("/home/ada/music/") == "/home/ada/music")
    #expect(machine.resolved("/home/ada/..") == "/home")
    #expect(machine.resolved("/gone/../f") == "/gone/../f")
  }

  @Test("make as many calls as a long list needs")
  func many() throws {
    let submissions = try downloads((0..<600).map { "http://a/\($0)" })
    #expect(submissions.map(\.contents.count) == [256, 256, 88])
    #expect(submissions.flatMap(\.contents).last?.url == "http://a/599")
  }

  @Test("take a URL as it is shown, with spaces and letters beyond ASCII")
  func shownURLs() throws {
    let submission = try downloads(["http://a/b c/ü"])[0]
    #expect(submission.contents[0].url == "http://a/b%20c/%C3%BC")
  }

  @Test("read a list of URLs, without empty lines and remarks")
  func lists() {
    let text = "# Debian\nhttp://a/1\r\n\n  http://a/2  \n#http://a/3\nhttp://a/4"
    #expect(URLList.urls(in: text) == ["http://a/1", "http://a/2", "http://a/4"])
  }

  @Test("that make no sense are told before the daemon is asked")
  func mistakes() {
    #expect(
      sentence { try downloads([]) }
        == "Missing URL. Usage: torpor download URL …, or a list of them with -i FILE."
    )
    #expect(
      sentence { try downloads(["ftp://a/b"]) }
        == "'ftp://a/b' cannot be transferred. The URL begins neither with http:// nor with https://, "
        + "and no other kinds are supported. Write the whole URL."
    )
    #expect(
      sentence { try downloads([url, url], sha256: "00") }
        == "--sha256 is that of one file, and there are 2 URLs."
    )
    #expect(
      sentence { try downloads([url], sha256: "00") }
        == "--sha256 takes 64 hexadecimal digits, as `sha256sum` prints them, not '00'."
    )
    #expect(
      sentence { try downloads([url], TransferArguments(headers: ["Accept"])) }
        == "--header takes a name, a colon and a value on one line, as in 'Accept: text/plain', not "
        + "'Accept'."
    )
    #expect(
      sentence { try downloads([url], TransferArguments(headers: ["A: b\nC: d"])) }
        == "--header takes a name, a colon and a value on one line, as in 'Accept: text/plain', not "
        + "'A: b\\nC: d'."
    )
    #expect(
      sentence {
        try downloads([url], TransferArguments(headers: Array(repeating: "A: b", count: 65)))
      }
        == "65 headers of 130 bytes are more than the 64 of 32768 bytes that one request may have. "
        + "Leave some out."
    )
    #expect(
      sentence { try downloads([url], TransferArguments(limit: "fast")) }
        == "--limit takes a size each second such as 500KB/s, 1MB/s or 2MiB/s, not 'fast'."
    )
    for nothing in ["0", "0KB/s", "0.0MB"] {
      #expect(
        sentence { try downloads([url], TransferArguments(limit: nothing)) }
          == "--limit 0 would let nothing through. Leave --limit out for no limit."
      )
    }
    #expect(
      sentence { try downloads([url], TransferArguments(limit: "500")) }
        == "--limit takes a size each second such as 500KB/s, 1MB/s or 2MiB/s, not '500'. Did you "
        + "mean '500KB/s'?"
    )
    #expect(
      sentence { try downloads([url], TransferArguments(timeout: "5min")) }
        == "--timeout takes a length such as 30s, 10m, 2h or 1h30m, not '5min'. Did you mean '5m'?"
    )
    #expect(
      sentence { try downloads([url], TransferArguments(timeout: "1.5h30m")) }
        == "--timeout takes a length such as 30s, 10m, 2h or 1h30m, not '1.5h30m'. Only its last number "
        + "may have a fraction, as in 1.5h, and the length is a whole number of seconds."
    )
    #expect(
      sentence { try downloads([url], TransferArguments(notBefore: "2h")) }
        == "--not-before takes a local time such as +2h, 23:40, 'tomorrow 07:00', 'Sat 03:00' or "
        + "'2026-12-24 18:00', not '2h'. Did you mean '+2h'?"
    )
  }

  @Test("that name a place where no file can go are told before the daemon is asked")
  func places() {
    func place(_ target: DownloadTarget, count: Int = 1) -> String? {
      sentence { try downloads(Array(repeating: url, count: count), TransferArguments(), target) }
    }
    #expect(
      place(DownloadTarget(file: "a", folder: "b"))
        == "-o and -d cannot be combined: one names the file, the other its folder."
    )
    #expect(
      place(DownloadTarget(file: "a"), count: 2)
        == "-o names one file, and there are 2 URLs. Choose a folder with -d instead."
    )
    #expect(
      place(DownloadTarget(file: "music"))
        == "'/home/ada/music' is a folder. Put the file into it with -d 'music'."
    )
    #expect(
      place(DownloadTarget(file: "old.iso"))
        == "'/home/ada/old.iso' already exists. Use --replace, or choose another name."
    )
    #expect(
      place(DownloadTarget(file: "films/a.iso"))
        == "There is no folder '/home/ada/films'. Create it first, with `mkdir -p '/home/ada/films'`."
    )
    #expect(
      place(DownloadTarget(folder: "/srv"))
        == "There is no folder '/srv'. Create it first, with `mkdir -p '/srv'`."
    )
    #expect(
      place(DownloadTarget(folder: "old.iso"))
        == "'/home/ada/old.iso' is not a folder. Choose another with -d."
    )
    #expect(
      place(DownloadTarget(file: ""))
        == "-o takes the name of a file, not ''. Leave it out for the server's name."
    )
    #expect(
      place(DownloadTarget(file: "-"))
        == "-o - would be standard output, and a transfer outlives this program. Give a file; `curl "
        + "URL` writes to standard output. A file that is called - is ./-."
    )
    #expect(place(DownloadTarget(file: "./-")) == nil)
    #expect(
      place(DownloadTarget(file: "music/"))
        == "-o takes the name of a file, and 'music/' ends in '/'. Choose a folder with -d."
    )
    #expect(
      place(DownloadTarget(file: String(repeating: "n", count: 256)))
        == "The name '\(String(repeating: "n", count: 39))…' is 256 bytes long; a file's name has at "
        + "most 255. Choose a shorter one."
    )
    #expect(
      place(DownloadTarget(folder: ""))
        == "-d takes the name of a folder, not ''. Leave it out for the working directory."
    )
    #expect(place(DownloadTarget(file: "/new.iso")) == nil)
  }

  @Test("that name a file which cannot be sent are told before the daemon is asked")
  func sources() {
    #expect(
      sentence { try upload("-") }
        == "- would be standard input, and a transfer outlives this program. Put it into a file first, "
        + "with `cat > FILE`. A file that is called - is ./-."
    )
    #expect(sentence { try upload("") } == "Give the file to upload, not ''.")
    #expect(
      sentence { try upload("gone") } == "There is no file '/home/ada/gone'. Check its name."
    )
    #expect(
      sentence { try upload("music") }
        == "'/home/ada/music' is a folder, and one file is sent at a time. Pack it first, with `tar "
        + "-cf FILE.tar FOLDER`."
    )
    #expect(
      sentence { try upload("secret") }
        == "'/home/ada/secret' may not be read by this user. Change its rights, or ask its owner."
    )
    #expect(
      sentence { try upload(method: "GET /") }
        == "--method takes a word such as PUT or POST, not 'GET /'."
    )
    #expect(
      sentence { try upload(method: "POST", isTus: true) }
        == "--method and --tus cannot be combined: tus has methods of its own."
    )
  }

  @Test("are read from the command line")
  func parsing() throws {
    let download = try DownloadCommand.parse([
      "http://a/1", "-o", "x", "--discretionary", "--unmetered", "--limit", "1MB/s", "--header",
      "A: b", "--header", "C: d", "--not-before", "+1h", "--timeout", "2h", "--replace", "--detach",
      "http://a/2", "--sha256", "00", "-i", "-",
    ])
    #expect(download.urls == ["http://a/1", "http://a/2"])
    #expect((download.file, download.input, download.sha256) == ("x", "-", "00"))
    #expect(download.replace && download.manner.detach)
    #expect(download.manner.headers == ["A: b", "C: d"])
    let upload = try UploadCommand.parse(["f", "http://a", "--method", "POST", "--tus"])
    #expect((upload.file, upload.url, upload.method, upload.tus) == ("f", "http://a", "POST", true))
    let steered = try TransfersPauseCommand.parse(["12", "13"])
    #expect(try steered.subjects.transfers.map { try $0.identifier().rawValue } == [12, 13])
    let named = try TransfersShowCommand.parse(["debian"])
    #expect(throws: CommandFailure.self) { try named.transfer.identifier() }
    #expect(throws: (any Error).self) { try TransfersCancelCommand.parse([]) }
  }

  @Test("that name no verb say which was meant")
  func verbs() {
    func complaint(_ word: String) -> String {
      do {
        _ = try TransfersListCommand.parse([word])
        return ""
      } catch {
        return TransfersListCommand.message(for: error)
      }
    }
    #expect(
      complaint("puase") == "'puase' is not a command of torpor transfers. Did you mean 'pause'?"
    )
    #expect(
      complaint("12")
        == "'12' is not a command of torpor transfers. `torpor transfers show NUMBER` shows one transfer."
    )
  }
}
