/// Where a transfer leads and what it carries: everything that moves bytes and decides nothing.
@usableFromInline package struct TransferContent: Hashable, Sendable, Saved {
  /// `http` or `https`, absolute.
  @usableFromInline package var url: String
  /// The method; `nil`: GET for a download, PUT for an upload.
  @usableFromInline package var method: String?
  /// Request headers, in order.
  @usableFromInline package var headers: [TransferHeader]
  /// The file that an upload sends; `nil` for a download.
  @usableFromInline package var source: TransferFile?
  /// Where the body of the answer goes; `nil` for an upload whose answer is not wanted.
  @usableFromInline package var destination: TransferDestination?
  /// The SHA-256 that the file must have, as 64 lower-case hexadecimal digits.
  @usableFromInline package var sha256: String?
  /// Bytes a second at most; `nil`: as fast as it goes.
  @usableFromInline package var bytesPerSecondMax: Int64?
  /// How an upload that broke off goes on.
  @usableFromInline package var uploadResumption: UploadResumption
  /// What its owner calls it (`taskDescription`).
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
/// It is opened with the rights of that owner and no others.
@usableFromInline package struct TransferFile: Hashable, Sendable, Saved {
  /// A folder that the path must not leave, by `..` or by a symbolic link; `nil`: the whole tree.
  @usableFromInline package var root: String?
  /// Relative to `root`, or absolute where there is none.
  @usableFromInline package var path: String

  /// Names a file.
  @usableFromInline package init(root: String? = nil, path: String) {
    self.root = root
    self.path = path
  }
}

/// Where a received file is put.
@usableFromInline package struct TransferDestination: Hashable, Sendable, Saved {
  /// The file; where `isFolder` is true the folder, and the server's name for the file is taken.
  @usableFromInline package var file: TransferFile
  /// Whether `file` names a folder.
  @usableFromInline package var isFolder: Bool
  /// Whether a file of that name is replaced; if not, the new one is named `NAME.1`, `NAME.2`, ….
  @usableFromInline package var replaces: Bool
  /// Whether folders on the way are made.
  @usableFromInline package var makesFolders: Bool
  /// The bits that the file does not get, of those who asked for it; `nil`: those of the service.
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

/// How an upload that broke off goes on.
public enum UploadResumption: String, Hashable, Sendable, Saved, CaseIterable {
  /// By whatever the server offers: the IETF draft, tus, or from the beginning.
  case automatic
  /// Always from the beginning.
  case none
  /// By tus 1.0, which the URL is an endpoint of.
  case tus
}
