internal import AppleSupport
public import Foundation
internal import Torpor

/// An accessory that is, or was, connected.
open class EAAccessory: NSObject, @unchecked Sendable {
  private let accessory: Accessory
  private let lock = NSLock()
  private var isThere = true
  private weak var told: (any EAAccessoryDelegate)?

  /// Its number, which no other one of this process has.
  public let connectionID: Int

  init(_ accessory: Accessory, number: Int) {
    (self.accessory, connectionID) = (accessory, number)
  }

  /// What it is called.
  open var name: String { accessory.name }
  /// Who made it; empty where it does not say so.
  open var manufacturer: String { accessory.manufacturer ?? "" }
  /// What it is; empty where it does not say so.
  open var modelNumber: String { accessory.modelNumber ?? "" }
  /// Which one of its kind it is; empty where it does not say so.
  open var serialNumber: String { accessory.serialNumber ?? "" }
  /// Not known: empty.
  open var firmwareRevision: String { "" }
  /// Not known: empty.
  open var hardwareRevision: String { "" }
  /// What it speaks; none where nothing says so.
  open var protocolStrings: [String] { accessory.protocolStrings }
  /// Whether it is connected.
  open var isConnected: Bool { lock.withLock { isThere } }
  /// Told when it is disconnected; held weakly.
  open weak var delegate: (any EAAccessoryDelegate)? {
    get { lock.withLock { told } }
    set { lock.withLock { told = newValue } }
  }

  /// The node of the kernel by which it is read and written.
  var devicePath: String? { accessory.devicePath }

  /// It is gone.
  @MainActor
  func disconnect() {
    lock.withLock { isThere = false }
    delegate?.accessoryDidDisconnect(self)
  }
}

/// Who is told of an accessory; on the main thread.
@preconcurrency
public protocol EAAccessoryDelegate: NSObjectProtocol {
  /// It was disconnected.
  func accessoryDidDisconnect(_ accessory: EAAccessory)
}

extension EAAccessoryDelegate {
  /// Does nothing.
  public func accessoryDidDisconnect(_ accessory: EAAccessory) {}
}

/// Where a notification has its accessory.
public let EAAccessoryKey = "EAAccessoryKey"

extension NSNotification.Name {
  /// An accessory was connected; posted on the main thread.
  public static let EAAccessoryDidConnect = NSNotification.Name("EAAccessoryDidConnectNotification")
  /// An accessory was disconnected; posted on the main thread.
  public static let EAAccessoryDidDisconnect =
    NSNotification.Name("EAAccessoryDidDisconnectNotification")
}

/// The accessories of the device; needs `external-accessory` in `UIBackgroundModes`.
open class EAAccessoryManager: NSObject, @unchecked Sendable {
  private static let theShared = EAAccessoryManager()
  private let lock = NSLock()
  /// Within `lock`, as the next ones: those that this process has seen and that are connected, by their names.
  private var known: [String: EAAccessory] = [:]
  private var posts = false
  private var lastNumber = 0
  private var sessions: [Open] = []

  private struct Open {
    weak var session: EASession?
  }

  private override init() {}

  /// The manager.
  open class func shared() -> EAAccessoryManager {
    theShared.listen()
    return theShared
  }

  private func listen() {
    AppleSystem.attempt { application throws(TorporError) in
      application.accessoryManager.delegate = AccessoryBridge.shared
    }
  }

  /// Those that speak a protocol of the app; the thread waits for the system's answer.
  open var connectedAccessories: [EAAccessory] {
    let rows = AppleSystem.attempt { application throws(TorporError) in
      try application.accessoryManager.currentAccessories()
    }
    return (rows ?? []).map { take($0) }
  }

  /// Has notifications posted about accessories that come and go.
  open func registerForLocalNotifications() { lock.withLock { posts = true } }
  /// Ends that.
  open func unregisterForLocalNotifications() { lock.withLock { posts = false } }

  /// The object of an accessory, which stays the same while that is connected.
  private func take(_ row: Accessory) -> EAAccessory {
    lock.withLock {
      if let accessory = known[row.name] { return accessory }
      lastNumber += 1
      let accessory = EAAccessory(row, number: lastNumber)
      known[row.name] = accessory
      return accessory
    }
  }

  func add(_ session: EASession) {
    lock.withLock { sessions = sessions.filter { $0.session != nil } + [Open(session: session)] }
  }

  /// Whether a session with the accessory is there.
  func hasSession(with accessory: EAAccessory) -> Bool {
    let there = lock.withLock { sessions.compactMap(\.session) }
    return there.contains { $0.accessory?.name == accessory.name }
  }

  /// The app of the process has ended.
  package static func forget() {
    let held = theShared.lock.withLock {
      defer { (theShared.known, theShared.posts, theShared.sessions) = ([:], false, []) }
      return theShared.known
    }
    withExtendedLifetime(held) {}
  }

  // MARK: What happens to accessories

  @MainActor
  fileprivate func connected(_ name: String) {
    guard let accessory = connectedAccessories.first(where: { $0.name == name }) else { return }
    post(.EAAccessoryDidConnect, accessory)
  }

  @MainActor
  fileprivate func disconnected(_ name: String) {
    guard let accessory = lock.withLock({ known.removeValue(forKey: name) }) else { return }
    accessory.disconnect()
    post(.EAAccessoryDidDisconnect, accessory)
  }

  @MainActor
  fileprivate func hasBytes(_ name: String) {
    let sessions = lock.withLock { self.sessions.compactMap(\.session) }
    for session in sessions where session.accessory?.name == name { session.tellOfBytes() }
  }

  private func post(_ name: NSNotification.Name, _ accessory: EAAccessory) {
    guard lock.withLock({ posts }) else { return }
    NotificationCenter.default.post(
      name: name,
      object: self,
      userInfo: [EAAccessoryKey: accessory]
    )
  }
}

/// A conversation with an accessory, by the node that the kernel has for it.
open class EASession: NSObject, @unchecked Sendable {
  /// With whom.
  public let accessory: EAAccessory?
  /// In what.
  public let protocolString: String?
  /// What the accessory says, with a delegate that is told of bytes on the main thread; `nil` where it has no node.
  public let inputStream: InputStream?
  /// What the accessory is told; `nil` where it has no node.
  public let outputStream: OutputStream?

  /// Begins a conversation; `nil` where the app may not, with the reason on standard error.
  ///
  /// The thread waits for the system's answer. The system wakes the app for bytes until the session is gone.
  public init?(accessory: EAAccessory, forProtocol protocolString: String) {
    let spoken = accessory.protocolStrings
    guard accessory.isConnected, spoken.isEmpty || spoken.contains(protocolString) else {
      ErrorStream.write(
        "torpor: there is no session with \(accessory.name): it is not connected, or does not speak \(protocolString). "
          + "It speaks \(spoken.joined(separator: ", ")).\n"
      )
      return nil
    }
    let isOpen: Void? = AppleSystem.attempt { application throws(TorporError) in
      try application.accessoryManager.openSession(with: accessory.name)
    }
    guard isOpen != nil else { return nil }
    (self.accessory, self.protocolString) = (accessory, protocolString)
    inputStream = accessory.devicePath.flatMap { InputStream(fileAtPath: $0) }
    outputStream = accessory.devicePath.flatMap { OutputStream(toFileAtPath: $0, append: true) }
    super.init()
    EAAccessoryManager.shared().add(self)
  }

  deinit {
    guard let accessory, !EAAccessoryManager.shared().hasSession(with: accessory) else { return }
    let name = accessory.name
    AppleSystem.attempt { application throws(TorporError) in
      try application.accessoryManager.closeSession(with: name)
    }
  }

  @MainActor
  func tellOfBytes() {
    guard let inputStream else { return }
    inputStream.delegate?.stream(inputStream, handle: .hasBytesAvailable)
  }
}

/// Hands what happens to accessories to the one manager.
@MainActor
private final class AccessoryBridge: AccessoryManagerDelegate {
  nonisolated static let shared = AccessoryBridge()

  nonisolated init() {}

  func accessoryManager(_ manager: AccessoryManager, didConnect accessory: String) async {
    EAAccessoryManager.shared().connected(accessory)
  }
  func accessoryManager(_ manager: AccessoryManager, didDisconnect accessory: String) async {
    EAAccessoryManager.shared().disconnected(accessory)
  }
  func accessoryManager(
    _ manager: AccessoryManager,
    hasBytesAvailableFrom accessory: String
  ) async {
    EAAccessoryManager.shared().hasBytes(accessory)
  }
}
