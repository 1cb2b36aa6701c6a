import ArgumentParser
import Glibc
import TorporModel
import TorporPosix
import TorporText
import TorporWire

/// `torpor download`: files come from servers, whatever becomes of this program.
struct DownloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "download",
    abstract:
      "Download files; they continue after lost networks, restarts and the end of this program.",
    discussion: """
      Without -o and -d, the file is saved to the working directory under the name that the server gives it. An \
      existing file is not overwritten: the new one is called NAME.1. After a lost connection, a download resumes \
      where it stopped.

      TIME is local: +2h, 23:40, 'tomorrow 07:00', 'Sat 03:00', '2026-12-24 18:00'. LENGTH: 30s, 10m, \
      1h30m, 2d.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup(title: "When and how") var manner: TransferOptions

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Output file.", valueName: "file")
  )
  var file: String?

  @Option(
    name: [.customShort("d"), .long],
    help: ArgumentHelp("Output folder.", valueName: "folder")
  )
  var directory: String?

  @Option(
    name: [.customShort("i"), .long],
    help: ArgumentHelp("A list of URLs, one per line; - reads standard input.", valueName: "file")
  )
  var input: String?

  @Option(
    name: .customLong("sha256"),
    help: ArgumentHelp("The SHA-256 that the file must have.", valueName: "hex")
  )
  var sha256: String?

  @Flag(help: "Replace an existing file.")
  var replace = false

  @Argument(help: "Their URLs: http or https.")
  var urls: [String] = []

  func run() throws {
    let submissions = try manner.arguments.downloads(
      of: urls + (try listedURLs()),
      to: DownloadTarget(file: file, folder: directory, replaces: replace),
      sha256: sha256,
      in: try .current()
    )
    try manner.carryOut(submissions, connection, json: output.json)
  }

  private func listedURLs() throws(CommandFailure) -> [String] {
    guard let input else { return [] }
    do throws(SystemError) {
      let bytes = try FileBytes.readArgument(input)
      return URLList.urls(in: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw .failed(
        "The list '\(Printable.line(input))' could not be read: \(SystemError.text(of: error.code)). "
          + "Give a file of at most 1 MiB with one URL a line, or - for standard input."
      )
    }
  }
}

/// `torpor upload`: a file goes to a server, whatever becomes of this program.
struct UploadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upload",
    abstract:
      "Upload a file; it continues after lost networks, restarts and the end of this program.",
    discussion: """
      An interrupted upload resumes if the server supports it: by the IETF's resumable uploads or, with --tus, by \
      tus 1.0. Do not change the file until it has been sent.
      """
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup(title: "When and how") var manner: TransferOptions

  @Option(help: ArgumentHelp("The method (default: PUT).", valueName: "word"))
  var method: String?

  @Flag(help: "The URL is an endpoint of tus 1.0.")
  var tus = false

  @Argument(help: "The file.")
  var file: String

  @Argument(help: "Destination URL: http or https.")
  var url: String

  func run() throws {
    let submissions = try manner.arguments.upload(
      of: file,
      to: url,
      method: method,
      isTus: tus,
      in: try .current()
    )
    try manner.carryOut(submissions, connection, json: output.json)
  }
}

/// What holds for downloads and uploads.
struct TransferOptions: ParsableArguments {
  @Flag(help: "Wait for good conditions: external power, an unmetered network.")
  var discretionary = false

  @Flag(help: "Wait for an unmetered network.")
  var unmetered = false

  @Option(help: ArgumentHelp("Maximum speed: 500KB/s, 1MB/s.", valueName: "rate"))
  var limit: String?

  @Option(
    name: .customLong("header"),
    help: ArgumentHelp("A header of the request; may be repeated.", valueName: "'name: value'")
  )
  var headers: [String] = []

  @Option(help: ArgumentHelp("Not before this time.", valueName: "time"))
  var notBefore: String?

  @Option(
    help: ArgumentHelp(
      "Give up after this long, including all retries (default: 7d).",
      valueName: "length"
    )
  )
  var timeout: String?

  @Flag(help: "Do not wait; `torpor transfers` shows progress.")
  var detach = false

  /// What was typed, in one value.
  var arguments: TransferArguments {
    TransferArguments(
      isDiscretionary: discretionary,
      isUnmetered: unmetered,
      limit: limit,
      headers: headers,
      notBefore: notBefore,
      timeout: timeout
    )
  }

  /// Gives the transfers to the daemon, and stays with them unless that is not wanted.
  func carryOut(
    _ submissions: [TransferSubmission],
    _ connection: ConnectionOptions,
    json: Bool
  ) throws {
    let daemon = try connection.connect()
    let (transfers, answers) = try daemon.submit(submissions)
    if json { for answer in answers { try Terminal.show(answer, from: daemon) } }
    if detach {
      if !json { Terminal.say([TransferText.parting(transfers)]) }
      return
    }
    let attached = AttachedTransfers(transfers, path: connection.path, isQuiet: json)
    switch try attached.wait(on: daemon) {
    // 128 and the number of SIGINT, as a shell has it.
    case .left: throw ExitCode(130)
    case .over: if attached.hasFailed { throw ExitCode(1) }
    }
  }
}

extension TransferArguments.ConditionContext {
  /// This process and its files.
  ///
  /// - Throws: `CommandFailure.failed` where the working directory is gone, to which paths are relative.
  static func current() throws(CommandFailure) -> Self {
    let environment = CurrentEnvironment()
    guard !environment.isHomeless else {
      throw .failed(
        "The working directory was removed, so a transfer has no place there. Change to another one."
      )
    }
    return Self(
      workingDirectory: environment.workingDirectory,
      place: { path in
        if Files.isFolder(path) { return .folder }
        guard Files.exists(path) else { return .nothing }
        return Files.isReadable(path) ? .file : .unreadableFile
      },
      now: Int64(Glibc.time(nil)),
      zone: .current,
      realPath: { path in
        guard let found = Glibc.realpath(path, nil) else { return nil }
        defer { Glibc.free(found) }
        return String(cString: found)
      }
    )
  }
}
