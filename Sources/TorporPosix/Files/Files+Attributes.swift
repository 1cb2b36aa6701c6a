import CTorporPosix
import Glibc

extension Files {
  /// The names of a file's extended attributes; none on a file system that has none, `nil` where they cannot be read.
  package static func attributes(of file: borrowing Descriptor) -> [String]? {
    let length = torpor_list_attributes(file.rawValue, nil, 0)
    // A file system that has none says so.
    if length == 0 || length == -Int(EOPNOTSUPP) { return [] }
    guard length > 0 else { return nil }
    var names = [CChar](repeating: 0, count: Int(length))
    let read = Int(torpor_list_attributes(file.rawValue, &names, names.count))
    guard read >= 0 else { return nil }
    return names.prefix(read).split(separator: 0).map {
      String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
