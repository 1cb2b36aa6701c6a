internal import AppleSupport
public import Foundation
internal import Torpor

/// The availability of Bluetooth.
public enum CBManagerState: Int, Sendable {
  /// Not known yet.
  case unknown = 0
  /// Bluetooth is restarting; never used here.
  case resetting = 1
  /// The device has no Bluetooth; never used here.
  case unsupported = 2
  /// The user does not allow it.
  case unauthorized = 3
  /// Bluetooth is off; never used here: a daemon without an adapter accepts requests, which wait for one.
  case poweredOff = 4
  /// Bluetooth can be used.
  case poweredOn = 5
}

/// Whether the user lets the app use Bluetooth.
public enum CBManagerAuthorization: Int, Sendable {
  /// The user has not been asked.
  case notDetermined = 0
  /// It cannot be allowed.
  case restricted = 1
  /// The user does not allow it.
  case denied = 2
  /// The user allows it.
  case allowedAlways = 3
}

/// The common part of both kinds of managers.
open class CBManager: NSObject, @unchecked Sendable {
  private let lock = NSLock()
  private var current = CBManagerState.unknown
  /// Reports the state to the delegate; `nil` once it has been reported.
  private var tellState: (@Sendable () -> Void)?
  /// The queue on which the delegate is called.
  let queue: DispatchQueue

  init(queue: DispatchQueue?) {
    self.queue = queue ?? .main
    super.init()
  }

  /// The availability of Bluetooth; known once it has been reported to the delegate.
  open var state: CBManagerState { lock.withLock { current } }

  /// The user's decision; blocks the thread until the system answers.
  open class var authorization: CBManagerAuthorization {
    let status = AppleSystem.attempt { application throws(TorporError) in
      try application.centralManager.currentAuthorization()
    }
    return switch status {
    case .authorized?, .authorizedWhenInUse?, .authorizedAlways?, .provisional?: .allowedAlways
    case .denied?: .denied
    case .notDetermined?: .notDetermined
    case nil: .restricted
    }
  }

  /// Loads the requests of earlier processes, once; blocks the thread until the system answers.
  ///
  /// - Returns: Whether they are known.
  @discardableResult
  func prepare() -> Bool { true }
  /// Reports the restored state to the delegate, once and before anything else; on the manager's queue.
  func restore() {}

  /// Reports to the delegate before any event: the restored state, and that Bluetooth can be used, which the event
  /// implies before the system has reported it; on the manager's queue.
  func precede() {
    restore()
    become(.poweredOn)
  }

  /// Reports the first state to the delegate; later ones are not reported.
  private func become(_ state: CBManagerState) {
    let tell = lock.withLock { () -> (@Sendable () -> Void)? in
      defer { tellState = nil }
      if tellState != nil { current = state }
      return tellState
    }
    tell?()
  }

  /// Asks the user if they have not decided, then reports to the delegate; on the manager's queue.
  func begin(_ told: @escaping @Sendable () -> Void) {
    let queue = queue
    lock.withLock { tellState = told }
    Launch.after { [weak self] in
      self?.prepare()
      Task {
        let isAllowed = await AppleSystem.attempt { application async throws(TorporError) in
          try await application.centralManager.requestAuthorization()
        }
        guard let self else { return }
        queue.async {
          self.restore()
          self.become(isAllowed == true ? .poweredOn : .unauthorized)
        }
      }
    }
  }

  /// Runs the body on the manager's queue, and returns when it has finished.
  @MainActor
  func deliver(_ body: @escaping @Sendable () -> Void) async {
    guard queue !== DispatchQueue.main else { return body() }
    await withUnsafeContinuation { continuation in
      queue.async {
        body()
        continuation.resume()
      }
    }
  }
}

/// The app's own identifier for a manager, with which the manager's requests outlive the process.
public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// The same as `CBCentralManagerOptionRestoreIdentifierKey`.
public let CBPeripheralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// Whether the user is notified that Bluetooth is off; no effect.
public let CBCentralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// The same as `CBCentralManagerOptionShowPowerAlertKey`.
public let CBPeripheralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// The peripherals that are connected or that are to be connected, as `[CBPeripheral]`.
public let CBCentralManagerRestoredStatePeripheralsKey = "kCBRestoredPeripherals"
/// The services of the scan, as `[CBUUID]`.
public let CBCentralManagerRestoredStateScanServicesKey = "kCBRestoredScanServices"
/// The advertised data.
public let CBPeripheralManagerRestoredStateAdvertisementDataKey = "kCBRestoredAdvertisement"
/// The offered services, as `[CBMutableService]`, without the values that the app had set.
public let CBPeripheralManagerRestoredStateServicesKey = "kCBRestoredServices"
/// Whether each advertisement is reported; no effect.
public let CBCentralManagerScanOptionAllowDuplicatesKey = "kCBScanOptionAllowDuplicates"
/// The services that a peripheral advertises, as `[CBUUID]`.
public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"
/// The name that a peripheral advertises; no effect.
public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"
/// Whether a peripheral accepts connections; never present.
public let CBAdvertisementDataIsConnectable = "kCBAdvDataIsConnectable"
/// The manufacturer data of a peripheral; never present.
public let CBAdvertisementDataManufacturerDataKey = "kCBAdvDataManufacturerData"
/// The service data of a peripheral; never present.
public let CBAdvertisementDataServiceDataKey = "kCBAdvDataServiceData"
/// The transmission power of a peripheral; never present.
public let CBAdvertisementDataTxPowerLevelKey = "kCBAdvDataTxPowerLevel"
/// Services for which there was no space; never present.
public let CBAdvertisementDataOverflowServiceUUIDsKey = "kCBAdvDataHashedServiceUUIDs"
/// Services that a peripheral solicits; never present.
public let CBAdvertisementDataSolicitedServiceUUIDsKey = "kCBAdvDataSolicitedServiceUUIDs"
/// Services that a peripheral must solicit; no effect.
public let CBCentralManagerScanOptionSolicitedServiceUUIDsKey = "kCBScanOptionSolicitedServiceUUIDs"
/// The options of a scan; never present.
public let CBCentralManagerRestoredStateScanOptionsKey = "kCBRestoredScanOptions"
/// Whether the user is notified of a connection; no effect.
public let CBConnectPeripheralOptionNotifyOnConnectionKey = "kCBConnectOptionNotifyOnConnection"
/// Whether the user is notified of a disconnection; no effect.
public let CBConnectPeripheralOptionNotifyOnDisconnectionKey =
  "kCBConnectOptionNotifyOnDisconnection"
/// Whether the user is notified of updates; no effect.
public let CBConnectPeripheralOptionNotifyOnNotificationKey = "kCBConnectOptionNotifyOnNotification"
/// The domain of `CBError`.
public let CBErrorDomain = "CBErrorDomain"

/// The cause of a failed Bluetooth operation.
public struct CBError: CustomNSError, LocalizedError, Hashable, Sendable {
  /// The cause, with Apple's number.
  public enum Code: Int, Sendable {
    /// Another cause.
    case unknown = 0
    /// A parameter is invalid; never used here, like all cases so marked below.
    case invalidParameters = 1
    /// A handle is invalid; never used here.
    case invalidHandle = 2
    /// The peripheral is not connected.
    case notConnected = 3
    /// There is no space; never used here.
    case outOfSpace = 4
    /// It was cancelled; never used here.
    case operationCancelled = 5
    /// The connection has timed out; never used here.
    case connectionTimeout = 6
    /// The connection has ended, on either side.
    case peripheralDisconnected = 7
    /// A UUID is not allowed; never used here.
    case uuidNotAllowed = 8
    /// It is already advertising; never used here.
    case alreadyAdvertising = 9
    /// The connection has failed; never used here.
    case connectionFailed = 10
    /// There are too many connections; never used here.
    case connectionLimitReached = 11
    /// The device is unknown; never used here.
    case unknownDevice = 12
    /// The operation is not supported.
    case operationNotSupported = 13
    /// The peripheral has removed its pairing; never used here.
    case peerRemovedPairingInformation = 14
    /// The encryption has timed out; never used here.
    case encryptionTimedOut = 15
    /// There are too many paired devices; never used here.
    case tooManyLEPairedDevices = 16
  }

  /// The cause.
  public let code: Code
  /// What failed, why, and what to do.
  public let errorDescription: String?

  init(_ code: Code, _ sentence: String) { (self.code, errorDescription) = (code, sentence) }

  /// Makes an error from its cause, with the text of `NSLocalizedDescriptionKey`.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    errorDescription = userInfo[NSLocalizedDescriptionKey] as? String
  }
  /// Converts an error; `unknown` for other numbers.
  public init(_nsError error: NSError) {
    self.init(Code(rawValue: error.code) ?? .unknown, error.localizedDescription)
  }

  /// `CBErrorDomain`.
  public static var errorDomain: String { CBErrorDomain }
  /// Apple's number.
  public var errorCode: Int { code.rawValue }
}
