public import TorporAppModel
internal import TorporAppWire
internal import TorporPosix

/// A transfer to start: its URL, its contents, and the conditions under which it may run (`URLRequest`,
/// `URLSessionTask`).
///
/// ```swift
/// var episode = Transfer.download("https://example.com/7.mp3")
/// episode.taskDescription = "Episode 7"
/// episode.allowsExpensiveNetworkAccess = false
/// let number = try await session.start([episode])[0]
/// ```
public struct Transfer: Hashable, Sendable {
  // Shape: one property for each property of URLSessionTask.
  /// `http` or `https`, absolute, in ASCII, at most 8 KiB, without a user name.
  public var url: String
  /// The file that is sent; `nil`: a download.
  public let file: String?
  /// The method; `nil`: GET for a download, PUT for an upload.
  public var httpMethod: String?
  /// Request headers, in order; at most 64, and 32 KiB together.
  public var headers: [TransferHeader] = []
  /// The app's own description; one line of at most 1 KiB.
  public var taskDescription: String?
  /// The SHA-256 that the file must have, as 64 lower-case hexadecimal digits.
  public var sha256: String?
  /// The maximum number of bytes per second; `nil`: no limit.
  public var bytesPerSecondMax: Int64?
  /// How an interrupted upload continues.
  public var resumption = UploadResumption.automatic
  /// Whether it waits for good conditions, even if its session does not require them.
  public var isDiscretionary = false
  /// The date before which the transfer does not begin; `nil`: at once.
  public var earliestBeginDate: WallDate?
  /// The maximum number of bytes that will be sent over the network, including headers
  /// (`countOfBytesClientExpectsToSend` and `…Receive` together); `nil`: unknown.
  public var expectedBytes: Int64?
  /// Whether it may use a mobile connection; if not, it waits for another.
  public var allowsCellularAccess = true
  /// Whether it may use a metered network.
  public var allowsExpensiveNetworkAccess = true
  /// Whether it may run while the user wants to keep traffic low.
  public var allowsConstrainedNetworkAccess = true
  /// The cancelled or failed transfer from whose partial data this one continues.
  public var resumes: TransferIdentifier?
  /// Whether it only receives its number and begins with `TransferSession.resume(_:as:)`; until then, everything except
  /// its direction may change.
  public var isSuspended = false

  private init(url: String, file: String?) {
    self.url = url
    self.file = file
  }

  /// Makes a download from a URL; the system chooses the place of the file.
  public static func download(_ url: String) -> Transfer { Transfer(url: url, file: nil) }

  /// Makes an upload of a file to a URL; a relative path begins in the working directory.
  ///
  /// The file must not change until it has been sent: it is read when the upload begins, and again if the upload has to
  /// start over.
  public static func upload(file: String, to url: String) -> Transfer {
    Transfer(url: url, file: file)
  }

  /// Returns the transfer as it is sent to the system.
  ///
  /// - Throws: `TorporError` with the code `invalidTransfer`.
  func parts() throws(TorporError) -> NewTransfer {
    let parsed: TransferURL
    do throws(TransferURLMistake) {
      parsed = try TransferURL(parsing: url)
    } catch {
      throw TorporError(.invalidTransfer, subject: url, cause: error.sentence)
    }
    let content = TransferContent(
      url: url,
      method: httpMethod,
      headers: headers,
      source: file.map { TransferFile(path: WorkingDirectory.absolute($0)) },
      sha256: sha256,
      bytesPerSecondMax: bytesPerSecondMax,
      uploadResumption: resumption,
      label: taskDescription
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
      earliestBegin: earliestBeginDate.map { max($0.durationFromNow, .zero) },
      expectedBytes: expectedBytes.map { max($0, 0) },
      network: TransferNetwork(
        allowsCellular: allowsCellularAccess,
        allowsExpensive: allowsExpensiveNetworkAccess,
        allowsConstrained: allowsConstrainedNetworkAccess
      ),
      hostKey: parsed.hostKey,
      resumes: resumes,
      isSuspended: isSuspended
    )
    return NewTransfer(request: request, content: content)
  }
}

/// A transfer of a session that was started and has not ended.
public struct SessionTransfer: Hashable, Sendable {
  let status: TransferStatus
  /// The URL; `nil` if it is no longer known.
  public let url: String?
  /// The app's own description.
  public let taskDescription: String?
  /// The file that it sends; `nil` for a download.
  public let file: String?
  /// The number of bytes transferred.
  public let progress: TransferProgress

  init(_ row: TransferRow) {
    status = row.status
    url = row.url
    taskDescription = row.label
    file = row.source
    progress =
      row.progress
      ?? TransferProgress(bytes: row.status.bytes, totalBytes: row.status.expectedBytes)
  }

  /// Its number (`taskIdentifier`).
  public var taskIdentifier: TransferIdentifier { status.transfer }
  /// The direction of the transfer.
  public var direction: TransferDirection { status.direction }
  /// Its state.
  public var state: TransferState { status.state }
  /// Whether it waits for good conditions, because it or its session requires them, or because it was started in the
  /// background.
  public var isDiscretionary: Bool { status.isDiscretionary }
  /// The number of attempts that have begun.
  public var attempts: Int { status.attempts }
  /// When it was started.
  public var startDate: WallDate { TimeLine.date(of: status.submittedAt) }
  /// The time by which it must be complete.
  public var deadline: WallDate { TimeLine.date(of: status.deadline) }
  /// Why the last attempt failed, if another one will follow.
  public var lastError: TransferError? { status.lastError }
}

extension TransferOutcome {
  /// The time at which the transfer ended.
  public var date: WallDate { TimeLine.date(of: at) }
}

extension SessionConfiguration {
  /// Makes a configuration with Apple's defaults.
  ///
  /// The identifier names the session within its app, across its processes; 1 to 255 bytes.
  public static func background(withIdentifier identifier: String) -> SessionConfiguration {
    SessionConfiguration(identifier: identifier)
  }

  /// Whether the app is woken or launched when all transfers are done.
  public var sessionSendsLaunchEvents: Bool {
    get { sendsLaunchEvents }
    set { sendsLaunchEvents = newValue }
  }

  /// The maximum time without data on a connection.
  ///
  /// Each byte restarts it; 60 s by default.
  public var timeoutIntervalForRequest: Duration {
    get { requestTimeout }
    set { requestTimeout = newValue }
  }

  /// The maximum duration of a transfer, including all retries; 7 days by default.
  public var timeoutIntervalForResource: Duration {
    get { resourceTimeout }
    set { resourceTimeout = newValue }
  }

  /// The maximum number of simultaneous connections to one host, 1 to 16; 4 by default.
  public var httpMaximumConnectionsPerHost: Int {
    get { connectionsPerHostMax }
    set { connectionsPerHostMax = newValue }
  }
}
