internal import TorporAppWire
internal import TorporPosix

/// The picture of an app on its card in the app switcher, for an app that has no window, or whose window must not be
/// seen there.
///
/// ```swift
/// func applicationDidEnterBackground(_ application: Application) async {
///   try? SwitcherSnapshot.save(drawCard())
/// }
/// ```
///
/// Without it the picture is that of the app's window, where the desktop gives one. The file is
/// `Library/Caches/Snapshot.png` in the app's container, and goes with it.
public enum SwitcherSnapshot {
  /// Bytes of the file: 1 MiB, what the switcher reads at most (our choice).
  public static let bytesMax = 1 << 20

  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// Puts a picture in the place of the one before, and returns when it is on the disk.
  ///
  /// - Parameter png: The bytes of a PNG file; 480 pixels are as wide as a card is.
  /// - Throws: `TorporError`: `noContainer` when the process has none, `stateNotSaved` for anything but a PNG of at
  ///   most 1 MiB, or when it cannot be written; the picture before is still there then.
  public static func save(_ png: [UInt8]) throws(TorporError) {
    try save(png, inContainer: container())
  }

  /// Puts a picture into a container.
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

  /// Removes the picture: that of the window counts again.
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
