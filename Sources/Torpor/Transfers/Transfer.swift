public import TorporModel
internal import TorporPosix
internal import TorporWire

/// A transfer that is to be started: where it leads, what it carries, and when it may go.
///
/// ```swift
/// var episode = Transfer.download("https://example.com/7.mp3")
/// episode.label = "Episode 7"
/// episode.network.allowsExpensive = false
/// let number = try await session.start([episode])[0]
/// ```
public struct Transfer: Hashable, Sendable {
  /// `http` or `https`, absolute, in ASCII, at most 8 KiB, without a user name.
  public var url: String
  /// The file that is sent; `nil`: a download.
  public let file: String?
  /// The method; `nil`: GET for a download, PUT for an upload.
  public var method: String?
  /// Request headers, in order; at most 64, and 32 KiB together.
  public var headers: [TransferHeader] = []
  /// What the app calls it (`taskDescription`); one line of at most 1 KiB.
  public var label: String?
  /// The SHA-256 that the file must have, as 64 lower-case hexadecimal digits.
  public var sha256: String?
  /// Bytes a second at most; `nil`: as fast as it goes.
  public var bytesPerSecondMax: Int64?
  /// How an upload that broke off goes on.
  public var resumption = UploadResumption.automatic
  /// Whether it waits for good conditions, as well as where its session says so.
  public var isDiscretionary = false
  /// Not before that long after now (`earliestBeginDate`); `nil`: at once.
  public var earliestBegin: Duration?
  /// The most bytes that will go over the network, with headers; `nil`: unknown.
  public var expectedBytes: Int64?
  /// Over which networks it may go; else it waits.
  public var network = TransferNetwork()
  /// The transfer that was cancelled with its part kept, or failed, whose part this one goes on with.
  public var resumes: TransferIdentifier?

  private init(url: String, file: String?) {
    self.url = url
    self.file = file
  }

  /// What comes from a URL; the system has a place for it.
  public static func download(_ url: String) -> Transfer { Transfer(url: url, file: nil) }

  /// A file that is sent to a URL; a relative path begins in the working directory.
  ///
  /// The file must stay as it is until it was sent: it is read when its time comes, and again where the
  /// upload has to begin anew.
  public static func upload(file: String, to url: String) -> Transfer {
    Transfer(url: url, file: file)
  }

  /// The transfer as the system is asked for it.
  ///
  /// - Throws: `TorporError` with the code `invalidTransfer`.
  func parts() throws(TorporError) -> (TransferRequest, TransferContent) {
    let parsed: TransferURL
    do throws(TransferURLMistake) {
      parsed = try TransferURL(parsing: url)
    } catch {
      throw TorporError(.invalidTransfer, subject: url, cause: error.sentence)
    }
    let content = TransferContent(
      url: url,
      method: method,
      headers: headers,
      source: file.map { TransferFile(path: WorkingDirectory.absolute($0)) },
      sha256: sha256,
      bytesPerSecondMax: bytesPerSecondMax,
      uploadResumption: resumption,
      label: label
    )
    if let parameter = content.wrongParameter {
      throw TorporError(
        .invalidTransfer,
        subject: url,
        cause: "Its '\(parameter)' is too long, or of no form that can be sent. Correct it."
      )
    }
    let request = TransferRequest(
      direction: file == nil ? .download : .upload,
      isDiscretionary: isDiscretionary,
      earliestBegin: earliestBegin.map { max($0, .zero) },
      expectedBytes: expectedBytes.map { max($0, 0) },
      network: network,
      hostKey: parsed.hostKey,
      resumes: resumes
    )
    return (request, content)
  }
}

/// A transfer of a session that was started and is not over.
public struct SessionTransfer: Hashable, Sendable {
  /// Where it stands.
  public let status: TransferStatus
  /// Where it leads; `nil` where nothing says so any more.
  public let url: String?
  /// What the app calls it.
  public let label: String?
  /// The file that it sends; `nil` for a download.
  public let file: String?
  /// How far it is.
  public let progress: TransferProgress

  init(_ row: TransferRow) {
    status = row.status
    url = row.url
    label = row.label
    file = row.source
    progress =
      row.progress
      ?? TransferProgress(bytes: row.status.bytes, totalBytes: row.status.expectedBytes)
  }
}
