internal import CVirtualTime
public import Foundation
internal import Glibc

/// The `Info.plist` of an app under test.
public struct AppInformation: @unchecked Sendable {
  /// The keys and values, as in a property list.
  public var values: [String: Any]

  /// Makes it from the keys and values of the file.
  public init(_ values: [String: Any]) { self.values = values }

  /// Reads the file, or the one in a bundle's folder.
  ///
  /// - Throws: Foundation's error for a file that cannot be read, or `DeviceError`.
  public init(contentsOf url: URL) throws {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    let file = isThere && isFolder.boolValue ? url.appendingPathComponent("Info.plist") : url
    let list = try PropertyListSerialization.propertyList(
      from: try Data(contentsOf: file),
      format: nil
    )
    guard let values = list as? [String: Any] else {
      throw DeviceError("\(file.path) is not a dictionary, as an Info.plist is.")
    }
    self.values = values
  }

  var identifier: String { values["CFBundleIdentifier"] as? String ?? "com.example.app" }

  /// The information that the device receives when the app is installed.
  var installation: [String: Any] {
    var parameters: [String: Any] = [
      "identifier": identifier,
      "isCooperative": true,
      "executable": CommandLine.arguments.first.map { URL(fileURLWithPath: $0).path } ?? "/",
      "arguments": ["app"],
      "workingDirectory": "/",
    ]
    let name = values["CFBundleDisplayName"] ?? values["CFBundleName"]
    parameters["name"] = name as? String
    parameters["backgroundModes"] = values["UIBackgroundModes"] as? [String]
    parameters["permittedTaskIdentifiers"] =
      values["BGTaskSchedulerPermittedIdentifiers"] as? [String]
    parameters["accessoryProtocols"] = values["UISupportedExternalAccessoryProtocols"] as? [String]
    parameters["exitsOnSuspend"] = values["UIApplicationExitsOnSuspend"] as? Bool
    parameters["savesBeforeTermination"] = values["TorporSavesBeforeTermination"] as? Bool
    return parameters
  }

  /// Adds the keys to `Bundle.main`, where the app's code looks for them.
  func showInMainBundle() {
    for (key, value) in values {
      guard let object = Self.object(value) else { continue }
      let key = NSString(string: key)
      // The dictionary keeps both.
      withExtendedLifetime((key, object)) {
        torpor_vt_set_information(
          Unmanaged.passUnretained(key).toOpaque(),
          Unmanaged.passUnretained(object).toOpaque()
        )
      }
    }
  }

  /// Removes the keys, so that the next app's bundle has none of them.
  func hideInMainBundle() {
    for key in values.keys {
      let key = NSString(string: key)
      withExtendedLifetime(key) {
        torpor_vt_remove_information(Unmanaged.passUnretained(key).toOpaque())
      }
    }
  }

  private static func object(_ value: Any) -> AnyObject? {
    switch value {
    case let text as String: NSString(string: text)
    case let flag as Bool: NSNumber(value: flag)
    case let number as NSNumber: number
    case let number as Int: NSNumber(value: number)
    case let number as Double: NSNumber(value: number)
    case let date as Date:
      NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
    case let data as Data: NSData(data: data)
    case let list as [Any]: NSArray(array: list)
    case let dictionary as [String: Any]: NSDictionary(dictionary: dictionary)
    default: nil
    }
  }
}
