/// The replacement of an offloaded bundle: an archive beside it, which its user can see, copy, and
/// unpack without Torpor.
package enum OffloadArchive {
  /// The ways to compress an archive, the better one first: the program, and the file name extension.
  package static let ways = [("zstd", "tar.zst"), ("gzip", "tar.gz")]

  /// Returns the possible names of a bundle's archive.
  package static func names(ofBundle name: String) -> [String] {
    ways.map { "\(name).offloaded.\($0.1)" }
  }

  /// Returns the name of the folder in which a bundle is packed and unpacked.
  package static func workFolder(ofBundle name: String) -> String { ".\(name).torpor-offload" }
}
