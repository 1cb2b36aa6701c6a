import TorporModel
import TorporText
import TorporWire

/// The options of `torpor download` and `torpor upload` as they were typed; turned into submissions in
/// one place, so that every mistake is found before the daemon is asked.
struct TransferArguments {
  var isDiscretionary = false
  var isUnmetered = false
  var limit: String?
  var headers: [String] = []
  var notBefore: String?
  var timeout: String?

  /// What is looked up on this machine.
  struct ConditionContext {
    /// What a path leads to.
    enum Place: Hashable {
      case nothing, folder, file
      /// A file that this user may not read.
      case unreadableFile
    }

    /// Absolute.
    var workingDirectory: String
    var place: (_ path: String) -> Place
    /// Seconds since 1970.
    var now: Int64
    var zone: LocalZone
    /// The path without links, `.` and `..`; `nil` where nothing is there.
    var realPath: (_ path: String) -> String? = { $0 }
  }

  /// Downloads, in the order of their URLs; as many submissions as their number needs.
  ///
  /// - Throws: `CommandFailure` naming the option or argument, what it was given and what it takes.
  func downloads(
    of urls: [String],
    to target: DownloadTarget,
    sha256: String?,
    in machine: ConditionContext
  ) throws(CommandFailure) -> [TransferSubmission] {
    guard !urls.isEmpty else {
      throw .usage("Missing URL. Usage: torpor download URL …, or a list of them with -i FILE.")
    }
    if sha256 != nil, urls.count > 1 {
      throw .usage("--sha256 is that of one file, and there are \(urls.count) URLs.")
    }
    let destination = try target.destination(urlCount: urls.count, in: machine)
    let digest = try sha256.map { text throws(CommandFailure) in try Self.digest(text) }
    var contents: [TransferContent] = []
    for url in urls {
      var content = try content(of: url)
      content.destination = destination
      content.sha256 = digest
      contents.append(content)
    }
    return try submissions(contents, in: machine)
  }

  /// The upload of one file.
  ///
  /// - Throws: as `downloads`.
  func upload(
    of file: String,
    to url: String,
    method: String?,
    isTus: Bool,
    in machine: ConditionContext
  ) throws(CommandFailure) -> [TransferSubmission] {
    guard !file.isEmpty else { throw .usage("Give the file to upload, not ''.") }
    guard file != "-" else {
      throw .usage(
        "- would be standard input, and a transfer outlives this program. Put it into a file first, with "
          + "`cat > FILE`. A file that is called - is ./-."
      )
    }
    let path = machine.resolved(PathText.absolute(file, in: machine.workingDirectory))
    switch machine.place(path) {
    case .file: break
    case .nothing:
      throw .failed("There is no file '\(Printable.line(path))'. Check its name.")
    case .folder:
      throw .failed(
        "'\(Printable.line(path))' is a folder, and one file is sent at a time. Pack it first, with "
          + "`tar -cf FILE.tar FOLDER`."
      )
    case .unreadableFile:
      throw .failed(
        "'\(Printable.line(path))' may not be read by this user. Change its rights, or ask its owner."
      )
    }
    if let method, !method.isToken || method.utf8.count > TransferContent.methodBytesMax {
      throw .usage("--method takes a word such as PUT or POST, not '\(Printable.line(method))'.")
    }
    if method != nil, isTus {
      throw .usage("--method and --tus cannot be combined: tus has methods of its own.")
    }
    var content = try content(of: url)
    content.method = method
    content.source = TransferFile(path: path)
    content.uploadResumption = isTus ? .tus : .automatic
    return try submissions([content], in: machine)
  }

  // MARK: Parts

  private func submissions(
    _ contents: [TransferContent],
    in machine: ConditionContext
  ) throws(CommandFailure) -> [TransferSubmission] {
    var configuration = SessionConfiguration(identifier: TransferSubmission.sessionIdentifier)
    configuration.isDiscretionary = isDiscretionary
    if let length = try OptionValue.length("--timeout", timeout) {
      configuration.resourceTimeout = length
    }
    let moment = try OptionValue.moment(
      "--not-before",
      notBefore,
      at: machine.now,
      in: machine.zone
    )
    let begin = moment.map { Duration.seconds(max(0, $0 - machine.now)) }
    let network = TransferNetwork(allowsCellular: !isUnmetered, allowsExpensive: !isUnmetered)
    return stride(from: 0, to: contents.count, by: TransferContent.countMax).map { start in
      let part = contents[start..<min(contents.count, start + TransferContent.countMax)]
      return TransferSubmission(
        requests: part.map { content in
          TransferRequest(
            direction: content.source == nil ? .download : .upload,
            isDiscretionary: isDiscretionary,
            earliestBegin: begin == .zero ? nil : begin,
            network: network
          )
        },
        contents: Array(part),
        configuration: configuration
      )
    }
  }

  private func content(of url: String) throws(CommandFailure) -> TransferContent {
    let url = Self.encoded(url)
    do throws(TransferURLMistake) {
      _ = try TransferURL(parsing: url)
    } catch {
      let shown = Printable.cut(Printable.line(url), to: 100)
      throw .usage("'\(shown)' cannot be transferred. \(error.sentence)")
    }
    var content = TransferContent(url: url)
    content.headers = try parsedHeaders()
    content.bytesPerSecondMax = try rate()
    return content
  }

  /// The URL with spaces and letters beyond ASCII as percent signs and digits, and those of its host as
  /// the DNS has them: people copy it from where it is shown without either.
  private static func encoded(_ url: String) -> String {
    let host = InternationalHost.range(in: url)
    let before = percentEncoded(url[..<host.lowerBound])
    return before + InternationalHost.encoded(url[host]) + percentEncoded(url[host.upperBound...])
  }

  private static func percentEncoded(_ part: Substring) -> String {
    var text = ""
    for byte in part.utf8 {
      if byte > 0x7f || byte == UInt8(ascii: " ") {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      } else {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return text
  }

  private func parsedHeaders() throws(CommandFailure) -> [TransferHeader] {
    var parsed: [TransferHeader] = []
    for text in headers {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let value = parts.count == 2 ? parts[1].trimmed : ""
      guard parts.count == 2, name.isToken, value.isOneLine else {
        throw .usage(
          "--header takes a name, a colon and a value on one line, as in 'Accept: text/plain', not "
            + "'\(Printable.line(text))'."
        )
      }
      parsed.append(TransferHeader(name, value))
    }
    let bytes = parsed.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    guard parsed.count <= TransferContent.headersMax, bytes <= TransferContent.headerBytesMax else {
      throw .usage(
        "\(parsed.count) headers of \(bytes) bytes are more than the \(TransferContent.headersMax) of "
          + "\(TransferContent.headerBytesMax) bytes that one request may have. Leave some out."
      )
    }
    return parsed
  }

  private func rate() throws(CommandFailure) -> Int64? {
    guard let limit else { return nil }
    let size = limit.lowercased().hasSuffix("/s") ? String(limit.dropLast(2)) : limit
    if let bytes = SizeArgument.parse(size) { return bytes }
    guard !size.hasPrefix("0") || size.contains(where: { ("1"..."9").contains($0) }) else {
      throw .usage("--limit 0 would let nothing through. Leave --limit out for no limit.")
    }
    let isNumber = !size.isEmpty && size.utf8.allSatisfy { (48...57).contains($0) }
    throw .usage(
      "--limit takes a size each second such as 500KB/s, 1MB/s or 2MiB/s, not "
        + "'\(Printable.line(limit))'." + Spelling.hint(isNumber ? size + "KB/s" : nil)
    )
  }

  private static func digest(_ text: String) throws(CommandFailure) -> String {
    let digest = text.lowercased()
    guard digest.isDigest else {
      throw .usage(
        "--sha256 takes 64 hexadecimal digits, as `sha256sum` prints them, not "
          + "'\(Printable.cut(Printable.line(text), to: 80))'."
      )
    }
    return digest
  }
}
