/// The reason why the default sound is played instead of the file that a notification names (LN7).
@usableFromInline package enum SoundFault: Hashable, Sendable, Saved, Error {
  /// There is no file of that name in the bundle or in `Library/Sounds` of the container.
  case missing
  /// The name is not a plain file name: it is empty, or leads to another folder.
  case badName
  /// The file cannot be opened, is not a regular file, or its user may not read it; `errno` says why.
  case unreadable(errno: Int32)
  /// It does not begin like an AIFF, WAVE or CAF file, or is incomplete.
  case unknownFormat
  /// Its encoding is not one that LN7 lists; `name`: what the file itself calls it.
  case encoding(name: String)
  /// Its header does not say how long it is.
  case unknownLength
  /// It is longer than 30 s.
  case tooLong(milliseconds: Int64)

  /// The longest sound of a notification, in milliseconds: 30 s (LN7).
  package static let lengthMax: Int64 = 30_000

  /// The fault as a clause that follows the file's name.
  package var text: String {
    switch self {
    case .missing: "no such file in the app's bundle or in Library/Sounds of its container"
    case .badName: "a sound is named by the name of a file, without a folder"
    case .unreadable(let errno): "the file cannot be read: \(LinuxNames.error(errno))"
    case .unknownFormat: "it is not an AIFF, WAVE or CAF file"
    case .encoding(let name):
      "it is coded as \(name); use linear PCM, IMA4, µ-law or a-law"
    case .unknownLength: "its header does not say how long it is"
    case .tooLong(let milliseconds):
      "it is \(milliseconds / 1000).\(milliseconds % 1000 / 100) s long; 30 s is the limit"
    }
  }
}
