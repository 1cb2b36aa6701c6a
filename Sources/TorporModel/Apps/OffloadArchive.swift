/// What takes the place of an offloaded bundle: an archive beside it, which its user can see, copy, and unpack without
/// Torpor.
package enum OffloadArchive {
  /// How an archive is compressed, the better way first: its program, and the end of its name.
  package static let ways = [("zstd", "tar.zst"), ("gzip", "tar.gz")]

  /// The names of such archives of a bundle.
  package static func names(ofBundle name: String) -> [String] {
    ways.map { "\(name).offloaded.\($0.1)" }
  }

  /// The name of the folder in which a bundle is packed and unpacked.
  package static func workFolder(ofBundle name: String) -> String { ".\(name).torpor-offload" }
}
