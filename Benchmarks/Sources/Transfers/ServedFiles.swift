import Glibc
import TorporPosix

/// Files that the server has, and the list of their addresses.
struct ServedFiles {
  let urls: [String]
  let byteCount: Int
  /// The addresses, one a line, as `torpor download`, wget2 and aria2c read them.
  let list: String
  /// The same for `curl --config`.
  let curlConfiguration: String

  /// Makes files of those sizes in a folder of the server's.
  init(_ name: String, sizes: [Int], on server: WebServer, in scratch: ScratchFolder) throws {
    let folder = server.root + "/" + name
    try Files.makeFolder(folder, mode: 0o755)
    var random = SplitMix64(seed: UInt64(sizes.count))
    for (number, size) in sizes.enumerated() {
      try ServedFiles.make("\(folder)/file\(number)", size, &random)
    }
    urls = sizes.indices.map { "\(server.address)/\(name)/file\($0)" }
    byteCount = sizes.reduce(0, +)
    list = scratch.file(name + ".urls")
    curlConfiguration = scratch.file(name + ".curl")
    try Files.replace(list, with: urls.map { $0 + "\n" }.joined())
    try Files.replace(
      curlConfiguration,
      with: urls.map { "url = \"\($0)\"\nremote-name\n" }.joined()
    )
  }

  /// Sizes of real downloads, or of drawn ones, none above 4 MB.
  static func downloadSizes(_ count: Int, _ options: Options) throws -> (
    sizes: [Int], origin: String
  ) {
    var random = SplitMix64(seed: 5)
    let quantiles: [Int]
    let origin: String
    if let folder = options.dataFolder {
      let file = TraceFile("download_sizes/quantiles_permille.txt", in: folder)
      quantiles = try file.text().split(separator: "\n").compactMap { Int($0) }
      origin = "sizes by \(file.path)"
      guard quantiles.count > 1 else {
        throw TraceFile.Unreadable(path: file.path, cause: "it holds no sizes")
      }
    } else {
      // Half below 64 KiB, a tenth above 1 MiB: like packages of a distribution.
      quantiles = (0...1000).map { 2048 << ($0 / 100) }
      origin = "drawn sizes"
    }
    var sizes: [Int] = []
    while sizes.count < count {
      let place = random.below(quantiles.count - 1)
      let (low, high) = (quantiles[place], quantiles[place + 1])
      let size = low + (high > low ? random.below(high - low) : 0)
      if size <= 4_000_000 { sizes.append(size) }
    }
    return (sizes, origin)
  }

  private static func make(_ path: String, _ size: Int, _ random: inout SplitMix64) throws {
    let file = try Files.open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    let number = file.rawValue
    var left = size
    while left > 0 {
      let count = min(left, 1 << 20)
      let words = (0..<(count + 7) / 8).map { _ in random.next() }
      let written = words.withUnsafeBytes { write(number, $0.baseAddress, count) }
      guard written == count else {
        throw SystemError(operation: "write to", subject: path, code: errno)
      }
      left -= count
    }
  }
}

/// A folder that files are received into, empty at first and gone at the end.
final class ReceivingFolder {
  let scratch: ScratchFolder
  var path: String { scratch.path }

  init() throws(SystemError) { scratch = try ScratchFolder(onDisk: true) }

  /// - Throws: `TransferDaemon.Lost` unless exactly those files are there, and nothing else.
  func check(_ files: ServedFiles, of program: String) throws {
    var names = 0
    var bytes = 0
    for name in Files.names(in: path) {
      names += 1
      bytes += try Int(Files.facts(of: scratch.file(name)).st_size)
    }
    guard names == files.urls.count, bytes == files.byteCount else {
      throw TransferDaemon.Lost(
        description: "\(program) made \(names) files with \(bytes) bytes of \(files.urls.count) "
          + "with \(files.byteCount)"
      )
    }
  }
}

/// Empty folders for one run after the other.
///
/// What many small files were received into is removed with this object and not before: to make files
/// takes ext4 longer where as many were removed a moment ago, which would be measured instead.
final class ReceivingFolders {
  private let keepsAll: Bool
  private var kept: [ReceivingFolder] = []

  /// How many bytes of files may be kept of each run.
  private static let keptBytesMax = 64 << 20

  init(for files: ServedFiles) { keepsAll = files.byteCount <= ReceivingFolders.keptBytesMax }

  func next() throws -> ReceivingFolder {
    let folder = try ReceivingFolder()
    if keepsAll { kept.append(folder) }
    return folder
  }
}
