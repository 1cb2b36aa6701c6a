public import Foundation

/// An object that presents a file or folder; on Apple's systems it is notified when another process changes it.
public protocol NSFilePresenter: NSObjectProtocol {
  /// The file or folder.
  var presentedItemURL: URL? { get }
  /// The queue on which it is notified.
  var presentedItemOperationQueue: OperationQueue { get }
  /// The file has changed; never called.
  func presentedItemDidChange()
}

extension NSFilePresenter {
  /// Does nothing.
  public func presentedItemDidChange() {}
}

/// Serialises reading and writing within the process.
///
/// On Apple's systems, other processes also wait, and presenters are notified. Here, the app's container has no other
/// process of the app, and presenters are kept but not notified.
open class NSFileCoordinator: NSObject, @unchecked Sendable {
  /// Options for reading a file.
  public struct ReadingOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt
    /// Makes a set of options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Presenters do not save before.
    public static let withoutChanges = ReadingOptions(rawValue: 1)
    /// The file to which a link points is read.
    public static let resolvesSymbolicLink = ReadingOptions(rawValue: 2)
    /// Only the available metadata is read.
    public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 4)
    /// The file is read to be passed to another program.
    public static let forUploading = ReadingOptions(rawValue: 8)
  }

  /// The intended change of a file.
  public struct WritingOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt
    /// Makes a set of options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The file is removed.
    public static let forDeleting = WritingOptions(rawValue: 1)
    /// The file is moved.
    public static let forMoving = WritingOptions(rawValue: 2)
    /// Other files are merged with it.
    public static let forMerging = WritingOptions(rawValue: 4)
    /// Another file replaces it.
    public static let forReplacing = WritingOptions(rawValue: 8)
    /// Only its metadata is changed.
    public static let contentIndependentMetadataOnly = WritingOptions(rawValue: 16)
  }

  /// Held while an accessor runs; one may coordinate within another.
  private static let access = NSRecursiveLock()
  private static let list = NSLock()
  /// Guarded by `list`.
  private nonisolated(unsafe) static var presenters: [any NSFilePresenter] = []

  private let cancelled = NSLock()
  private var isCancelled = false

  /// Makes a coordinator, optionally for a presenter.
  public init(filePresenter filePresenterOrNil: (any NSFilePresenter)? = nil) {}

  /// Keeps a presenter.
  open class func addFilePresenter(_ filePresenter: any NSFilePresenter) {
    list.withLock { presenters.append(filePresenter) }
  }

  /// Removes a presenter.
  open class func removeFilePresenter(_ filePresenter: any NSFilePresenter) {
    list.withLock { presenters.removeAll { $0 === filePresenter } }
  }

  /// The kept presenters.
  open class var filePresenters: [any NSFilePresenter] { list.withLock { presenters } }

  /// Runs the accessor with the file while no other accessor of the process runs.
  open func coordinate(
    readingItemAt url: URL,
    options: ReadingOptions = [],
    error outError: UnsafeMutablePointer<NSError?>?,
    byAccessor reader: (URL) -> Void
  ) {
    let isLink = options.contains(.resolvesSymbolicLink)
    run(outError) { reader(isLink ? url.resolvingSymlinksInPath() : url) }
  }

  /// Runs the accessor with the file while no other accessor of the process runs.
  open func coordinate(
    writingItemAt url: URL,
    options: WritingOptions = [],
    error outError: UnsafeMutablePointer<NSError?>?,
    byAccessor writer: (URL) -> Void
  ) { run(outError) { writer(url) } }

  /// Runs the accessor with both files while no other accessor of the process runs.
  open func coordinate(
    readingItemAt readingURL: URL,
    options readingOptions: ReadingOptions = [],
    writingItemAt writingURL: URL,
    options writingOptions: WritingOptions = [],
    error outError: UnsafeMutablePointer<NSError?>?,
    byAccessor readerWriter: (URL, URL) -> Void
  ) { run(outError) { readerWriter(readingURL, writingURL) } }

  /// Makes waiting and later calls fail with `NSUserCancelledError`.
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
