internal import TorporAppWire
internal import TorporPosix

/// The picture of an app on its card in the app switcher, for an app that has no window, or whose window must not be
/// visible there.
///
/// ```swift
/// func applicationDidEnterBackground(_ application: Application) async {
///   try? SwitcherSnapshot.save(drawCard())
/// }
/// ```
///
/// Without it, the card shows a picture of the app's window, if the desktop provides one. The file is
/// `Library/Caches/Snapshot.png` in the app's container, and is deleted with it.
public enum SwitcherSnapshot {
  /// The maximum size of the file in bytes: 1 MiB, the most that the switcher reads (our choice).
  public static let bytesMax = 1 << 20

  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// Replaces the picture, and returns when it is on the disk.
  ///
  /// - Parameter png: The bytes of a PNG file; a card is 480 pixels wide.
  /// - Throws: `TorporError`: `noContainer` when the process has none, `stateNotSaved` for anything other than a PNG of
  ///   at most 1 MiB, or when it cannot be written; the previous picture then remains.
  public static func save(_ png: [UInt8]) throws(TorporError) {
    try save(png, inContainer: container())
  }

  /// Saves a picture in a container.
  ///
  /// - Throws: `TorporError` with the code `stateNotSaved`.
  public static func save(_ png: [UInt8], inContainer container: String) throws(TorporError) {
    let path = path(inContainer: container)
    guard png.starts(with: signature), png.count <= bytesMax else {
      let cause =
        png.count > bytesMax
        ? "\(png.count) bytes are more than the \(bytesMax) that are shown" : "it is not a PNG"
      throw TorporError(.stateNotSaved, subject: path, cause: cause)
    }
    do throws(SystemError) {
      for folder in ["/Library", "/Library/Caches"] {
        try Files.makeFolder(container + folder, mode: 0o700)
      }
      try Files.replace(path, with: png, mode: 0o600)
    } catch {
      throw TorporError(.stateNotSaved, error, subject: path)
    }
  }

  /// Removes the picture: the card shows the picture of the window again.
  ///
  /// - Throws: `TorporError`: `noContainer` when the process has none, `stateNotSaved`.
  public static func remove() throws(TorporError) { try remove(inContainer: container()) }

  /// Removes the picture in a container.
  ///
  /// - Throws: `TorporError` with the code `stateNotSaved`.
  public static func remove(inContainer container: String) throws(TorporError) {
    let path = path(inContainer: container)
    do throws(SystemError) {
      try Files.remove(path)
    } catch {
      throw TorporError(.stateNotSaved, error, subject: path)
    }
  }

  private static func path(inContainer container: String) -> String {
    container + "/Library/Caches/Snapshot.png"
  }

  private static func container() throws(TorporError) -> String {
    guard let container = environmentVariable("TORPOR_CONTAINER"), !container.isEmpty else {
      throw TorporError(.noContainer, subject: "TORPOR_CONTAINER")
    }
    return container
  }
}
