import TorporModel
import TorporPosix

/// What `torpor accessory connect` was given.
enum AccessoryArguments {
  /// The absolute path of a device node that is there.
  ///
  /// - Throws: `CommandFailure.usage` where it is not absolute, `.failed` where nothing is there.
  static func device(_ path: String) throws(CommandFailure) -> String {
    guard path.isAbsolutePath else {
      throw .usage("'\(path)' is not a device node: give its full path, as in /dev/ttyUSB0.")
    }
    guard Files.exists(path) else {
      throw .failed(
        "There is no device node \(path). Connect the device first, or leave --device out."
      )
    }
    return path
  }
}
