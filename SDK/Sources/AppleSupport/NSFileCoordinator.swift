public import Foundation

/// What keeps a file or folder in view; on Apple's systems it is told when another process changes it.
public protocol NSFilePresenter: NSObjectProtocol {
  /// The file or folder.
  var presentedItemURL: URL? { get }
  /// The queue on which it is told.
  var presentedItemOperationQueue: OperationQueue { get }
  /// The file has changed; never called.
  func presentedItemDidChange()
}

extension NSFilePresenter {
  /// Does nothing.
  public func presentedItemDidChange() {}
}

/// Reads and writes one after the other within the process.
///
/// On Apple's systems other processes wait as well, and presenters are told. Here the app's container has no other
/// process of the app, and presenters are kept and not told.
open class NSFileCoordinator: NSObject, @unchecked Sendable {
  /// How a file is to be read.
  public struct ReadingOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt
    /// Makes a set of options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Without having presenters save before.
    public static let withoutChanges = ReadingOptions(rawValue: 1)
    /// With the file that a link names.
    public static let resolvesSymbolicLink = ReadingOptions(rawValue: 2)
    /// Only what is known of the file.
    public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 4)
    /// To hand it to another program.
    public static let forUploading = ReadingOptions(rawValue: 8)
  }

  /// What is about to become of a file.
  public struct WritingOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt
    /// Makes a set of options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// It is removed.
    public static let forDeleting = WritingOptions(rawValue: 1)
    /// It is moved.
    public static let forMoving = WritingOptions(rawValue: 2)
    /// Others are merged with it.
    public static let forMerging = WritingOptions(rawValue: 4)
    /// Another one takes its place.
    public static let forReplacing = WritingOptions(rawValue: 8)
    /// Only what is known of it is changed.
    public static let contentIndependentMetadataOnly = WritingOptions(rawValue: 16)
  }

  /// Held while an accessor runs; one may coordinate within another.
  private static let access = NSRecursiveLock()
  private static let list = NSLock()
  /// Within `list`.
  private nonisolated(unsafe) static var presenters: [any NSFilePresenter] = []

  private let cancelled = NSLock()
  private var isCancelled = false

  /// Makes a coordinator, which may belong to a presenter.
  public init(filePresenter filePresenterOrNil: (any NSFilePresenter)? = nil) {}

  /// Keeps a presenter.
  open class func addFilePresenter(_ filePresenter: any NSFilePresenter) {
    list.withLock { presenters.append(filePresenter) }
  }

  /// Lets a presenter go.
  open class func removeFilePresenter(_ filePresenter: any NSFilePresenter) {
    list.withLock { presenters.removeAll { $0 === filePresenter } }
  }

  /// The presenters that are kept.
  open class var filePresenters: [any NSFilePresenter] { list.withLock { presenters } }

  /// Runs the accessor with the file while no other one of the process runs.
  open func coordinate(
    readingItemAt url: URL,
    options: ReadingOptions = [],
    error outError: UnsafeMutablePointer<NSError?>?,
    byAccessor reader: (URL) -> Void
  ) {
    let isLink = options.contains(.resolvesSymbolicLink)
    run(outError) { reader(isLink ? url.resolvingSymlinksInPath() : url) }
  }

  /// Runs the accessor with the file while no other one of the process runs.
  open func coordinate(
    writingItemAt url: URL,
    options: WritingOptions = [],
    error outError: UnsafeMutablePointer<NSError?>?,
    byAccessor writer: (URL) -> Void
  ) { run(outError) { writer(url) } }

  /// Runs the accessor with both files while no other one of the process runs.
  open func coordinate(
    readingItemAt readingURL: URL,
    options readingOptions: ReadingOptions = [],
    writingItemAt writingURL: URL,
    options writingOptions: WritingOptions = [],
    error outError: UnsafeMutablePointer<NSError?>?,
    byAccessor readerWriter: (URL, URL) -> Void
  ) { run(outError) { readerWriter(readingURL, writingURL) } }

  /// Has what waits and what comes fail with `NSUserCancelledError`.
  open func cancel() { cancelled.withLock { isCancelled = true } }

  private func run(_ outError: UnsafeMutablePointer<NSError?>?, _ body: () -> Void) {
    Self.access.withLock {
      guard !cancelled.withLock({ isCancelled }) else {
        outError?.pointee = NSError(
          domain: NSCocoaErrorDomain,
          code: CocoaError.userCancelled.rawValue
        )
        return
      }
      body()
    }
  }
}
