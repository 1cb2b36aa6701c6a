/// The target and the payload of a transfer: everything that moves bytes and does not affect decisions.
@usableFromInline package struct TransferContent: Hashable, Sendable, Saved {
  /// `http` or `https`, absolute.
  @usableFromInline package var url: String
  /// The method; `nil`: GET for a download, PUT for an upload.
  @usableFromInline package var method: String?
  /// Request headers, in order.
  @usableFromInline package var headers: [TransferHeader]
  /// The file that an upload sends; `nil` for a download.
  @usableFromInline package var source: TransferFile?
  /// Where the body of the answer is stored; `nil` for an upload without a wanted answer.
  @usableFromInline package var destination: TransferDestination?
  /// The required SHA-256 of the file, as 64 lower-case hexadecimal digits.
  @usableFromInline package var sha256: String?
  /// The maximum number of bytes a second; `nil`: no limit.
  @usableFromInline package var bytesPerSecondMax: Int64?
  /// How an interrupted upload continues.
  @usableFromInline package var uploadResumption: UploadResumption
  /// The owner's name for it (`taskDescription`).
  @usableFromInline package var label: String?

  /// Makes the content of a transfer.
  @inlinable package init(
    url: String,
    method: String? = nil,
    headers: [TransferHeader] = [],
    source: TransferFile? = nil,
    destination: TransferDestination? = nil,
    sha256: String? = nil,
    bytesPerSecondMax: Int64? = nil,
    uploadResumption: UploadResumption = .automatic,
    label: String? = nil
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.source = source
    self.destination = destination
    self.sha256 = sha256
    self.bytesPerSecondMax = bytesPerSecondMax
    self.uploadResumption = uploadResumption
    self.label = label
  }
}

/// One header of a request.
public struct TransferHeader: Hashable, Sendable, Saved {
  /// The name, as it is sent.
  public var name: String
  /// The value, without a line break.
  public var value: String

  /// Makes a header.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A file that belongs to the owner of a transfer.
///
/// It is opened only with the rights of that owner.
@usableFromInline package struct TransferFile: Hashable, Sendable, Saved {
  /// A folder that the path must not leave, by `..` or by a symbolic link; `nil`: no restriction.
  @usableFromInline package var root: String?
  /// The path, relative to `root`, or absolute if there is none.
  @usableFromInline package var path: String

  /// Names a file.
  @usableFromInline package init(root: String? = nil, path: String) {
    self.root = root
    self.path = path
  }
}

/// Where a received file is put.
@usableFromInline package struct TransferDestination: Hashable, Sendable, Saved {
  /// The file or, if `isFolder` is true, the folder, in which the file gets the name given by the server.
  @usableFromInline package var file: TransferFile
  /// Whether `file` names a folder.
  @usableFromInline package var isFolder: Bool
  /// Whether a file of that name is replaced; if not, the new one is named `NAME.1`, `NAME.2`, ….
  @usableFromInline package var replaces: Bool
  /// Whether missing folders of the path are created.
  @usableFromInline package var makesFolders: Bool
  /// The umask of the requesting process, for the file; `nil`: that of the service.
  @usableFromInline package var umask: UInt32?

  /// Makes a destination.
  @usableFromInline package init(
    file: TransferFile,
    isFolder: Bool = false,
    replaces: Bool = false,
    makesFolders: Bool = false,
    umask: UInt32? = nil
  ) {
    self.file = file
    self.isFolder = isFolder
    self.replaces = replaces
    self.makesFolders = makesFolders
    self.umask = umask
  }
}

/// How an interrupted upload continues.
public enum UploadResumption: String, Hashable, Sendable, Saved, CaseIterable {
  /// By the method that the server offers: the IETF draft or tus; otherwise from the beginning.
  case automatic
  /// Always from the beginning.
  case none
  /// By tus 1.0; the URL is a tus endpoint.
  case tus
}
