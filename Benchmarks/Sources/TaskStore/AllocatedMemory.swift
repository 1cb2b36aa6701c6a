import Glibc
import TorporModel

/// How much memory this process has allocated, by the allocator's own books.
enum AllocatedMemory {
  private typealias MallocInfo =
    @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32

  /// Bytes in blocks that are in use, with what the allocator adds to each; `nil`: it does not say.
  static func bytes() -> Int? {
    // <malloc.h> is in no module, so the symbol is looked up by its name.
    guard let symbol = dlsym(nil, "malloc_info") else { return nil }
    let write = unsafeBitCast(symbol, to: MallocInfo.self)
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let stream = open_memstream(&text, &size) else { return nil }
    let status = write(0, stream)
    fclose(stream)
    defer { free(text) }
    guard status == 0, let text else { return nil }
    return parse(String(cString: text))
  }

  /// The totals come after the last heap: taken from the kernel, of which free, and mapped apart.
  private static func parse(_ text: String) -> Int? {
    let lines = text.split(separator: "\n")
    guard let last = lines.lastIndex(of: "</heap>") else { return nil }
    var bytes = 0
    for line in lines[last...] {
      guard let size = size(in: line) else { continue }
      if line.hasPrefix("<total type=\"fast\"") || line.hasPrefix("<total type=\"rest\"") {
        bytes -= size
      } else if line.hasPrefix("<total type=\"mmap\"")
        || line.hasPrefix("<system type=\"current\"")
      {
        bytes += size
      }
    }
    return bytes
  }

  private static func size(in line: Substring) -> Int? {
    line.text(behind: "size=\"").flatMap { Int($0.prefix { $0.isNumber }) }
  }
}
