internal import AppleSupport
public import Foundation
internal import Torpor

/// Services that the app offers to centrals.
///
/// Needs `bluetooth-peripheral` in `UIBackgroundModes` to be woken. The daemon has one peripheral for each app: use one
/// manager.
open class CBPeripheralManager: CBManager, @unchecked Sendable {
  private let lock = NSLock()
  /// Within `lock`, as the next ones.
  private weak var told: (any CBPeripheralManagerDelegate)?
  private var services: [CBMutableService] = []
  private var advertises = false
  /// Those of an earlier process.
  private var former: [CBMutableService] = []
  private let restoration = Restoration()
  let restoreIdentifier: String?

  /// Makes a manager that tells its delegate on a queue; on the main one where there is none.
  public convenience init(delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?) {
    self.init(delegate: delegate, queue: queue, options: nil)
  }

  /// Makes a manager; `CBPeripheralManagerOptionRestoreIdentifierKey` is the option that has an effect.
  public init(
    delegate: (any CBPeripheralManagerDelegate)?,
    queue: DispatchQueue?,
    options: [String: Any]? = nil
  ) {
    restoreIdentifier = options?[CBPeripheralManagerOptionRestoreIdentifierKey] as? String
    told = delegate
    super.init(queue: queue)
    RadioBridge.shared.add(self)
    begin { [weak self] in
      guard let self else { return }
      self.delegate?.peripheralManagerDidUpdateState(self)
    }
  }

  /// Told what centrals ask; held weakly.
  open weak var delegate: (any CBPeripheralManagerDelegate)? {
    get { lock.withLock { told } }
    set { lock.withLock { told = newValue } }
  }
  /// Whether it advertises.
  open var isAdvertising: Bool { lock.withLock { advertises } }

  private func peripheral(_ application: Application) -> PeripheralManager {
    restoreIdentifier.map { application.peripheralManager(restoreIdentifier: $0) }
      ?? application.peripheralManager
  }

  private func attempt(_ call: (PeripheralManager) throws(TorporError) -> Void) -> CBError? {
    do throws(TorporError) {
      try call(peripheral(AppleSystem.application()))
      return nil
    } catch {
      return CBError(.unknown, error.description)
    }
  }

  // MARK: What the app asks; the thread waits for the system's answer

  /// Advertises the services that `CBAdvertisementDataServiceUUIDsKey` names.
  open func startAdvertising(_ advertisementData: [String: Any]?) {
    prepare()
    let services = advertisementData?[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] ?? []
    let failure = attempt { manager throws(TorporError) in
      try manager.startAdvertising(services: services.map(\.uuidString))
    }
    lock.withLock { advertises = failure == nil }
    queue.async { self.delegate?.peripheralManagerDidStartAdvertising(self, error: failure) }
  }

  /// Stops advertising.
  open func stopAdvertising() {
    prepare()
    lock.withLock { advertises = false }
    _ = attempt { manager throws(TorporError) in try manager.stopAdvertising() }
  }

  /// Offers a service, beside those that it offers; it takes the place of one of its number that an earlier process has
  /// offered.
  open func add(_ service: CBMutableService) {
    // Without what an earlier process has offered the system would take that for all.
    guard prepare() else {
      let failure = CBError(
        .unknown,
        "The system does not answer, so that \(service.uuid) is not offered. Try again."
      )
      return queue.async {
        self.delegate?.peripheralManager(self, didAdd: service, error: failure)
      }
    }
    let all = lock.withLock {
      let place = services.firstIndex { own in
        own.uuid == service.uuid && former.contains { $0 === own }
      }
      // In the same order it is the same for the system, and what a central has asked stays open.
      if let place { services[place] = service } else { services.append(service) }
      return services
    }
    let failure = attempt { manager throws(TorporError) in
      try manager.setServices(all.map(\.published))
    }
    if failure != nil { lock.withLock { services.removeAll { $0 === service } } }
    queue.async { self.delegate?.peripheralManager(self, didAdd: service, error: failure) }
  }

  /// Offers a service no more.
  open func remove(_ service: CBMutableService) {
    prepare()
    let all = lock.withLock {
      services.removeAll { $0 === service }
      return services
    }
    _ = attempt { manager throws(TorporError) in try manager.setServices(all.map(\.published)) }
  }

  /// Offers nothing any more.
  open func removeAllServices() {
    prepare()
    lock.withLock { services = [] }
    _ = attempt { manager throws(TorporError) in try manager.setServices([]) }
  }

  /// Answers what a central has asked, within the 10 s that it waits.
  open func respond(to request: CBATTRequest, withResult result: CBATTError.Code) {
    guard let asked = request.request else { return }
    // A write that was taken has no value in its answer.
    let value = asked.kind == .read ? Array(request.value ?? Data()) : []
    let answer: CentralAnswer =
      result == .success ? .value(value) : .failure(code: UInt8(result.rawValue))
    _ = attempt { manager throws(TorporError) in try manager.respond(to: asked, with: answer) }
  }

  /// Tells the centrals that have subscribed what a value is now; the daemon tells all of them.
  ///
  /// - Returns: Whether the system has taken it.
  open func updateValue(
    _ value: Data,
    for characteristic: CBMutableCharacteristic,
    onSubscribedCentrals centrals: [CBCentral]?
  ) -> Bool {
    guard let service = characteristic.service else { return false }
    return attempt { manager throws(TorporError) in
      try manager.updateValue(
        Array(value),
        for: characteristic.uuid.uuidString,
        of: service.uuid.uuidString
      )
    } == nil
  }

  // MARK: What happens

  @discardableResult
  override func prepare() -> Bool {
    guard let restoreIdentifier else { return true }
    return restoration.prepare {
      let standing = AppleSystem.attempt { application throws(TorporError) in
        try peripheral(application).currentStanding()
      }
      guard let standing else { return false }
      let offered = standing.services.compactMap(CBMutableService.init)
      lock.withLock {
        (services, former) = (offered + services, offered)
        if standing.advertising != nil { advertises = true }
      }
      guard RadioBridge.shared.isFirst("peripheral", restoreIdentifier) else { return true }
      var told: [String: Any] = [:]
      if !offered.isEmpty { told[CBPeripheralManagerRestoredStateServicesKey] = offered }
      if let advertised = standing.advertising {
        let numbers = advertised.compactMap { CBUUID(said: $0) }
        told[CBPeripheralManagerRestoredStateAdvertisementDataKey] =
          [CBAdvertisementDataServiceUUIDsKey: numbers] as [String: Any]
      }
      if !told.isEmpty { restoration.keep(told) }
      return true
    }
  }

  override func restore() {
    prepare()
    if let state = restoration.take() { delegate?.peripheralManager(self, willRestoreState: state) }
  }

  func received(_ request: CentralRequest) {
    precede()
    let characteristic = lock.withLock {
      services.first { $0.uuid == CBUUID(said: request.service) }?.characteristics?
        .first { $0.uuid == CBUUID(said: request.characteristic) }
    }
    guard let characteristic, let delegate else { return }
    let central = CBCentral(request.central)
    let asked = CBATTRequest(request, central, characteristic)
    switch request.kind {
    case .read:
      // A value that the app has set once is read without it.
      if let value = characteristic.value {
        asked.value = Data(value.dropFirst(request.offset))
        respond(to: asked, withResult: .success)
      } else {
        delegate.peripheralManager(self, didReceiveRead: asked)
      }
    case .write: delegate.peripheralManager(self, didReceiveWrite: [asked])
    case .subscribe:
      delegate.peripheralManager(self, central: central, didSubscribeTo: characteristic)
    case .unsubscribe:
      delegate.peripheralManager(self, central: central, didUnsubscribeFrom: characteristic)
    }
  }
}

/// Who asks the app's own services; without an address all are one.
open class CBCentral: CBPeer, @unchecked Sendable {
  init(_ address: String?) {
    super.init(CBPeripheral.identifier(of: address ?? "00:00:00:00:00:00"))
  }
  /// The longest value that is sent at once: Bluetooth's shortest, 20 bytes.
  open var maximumUpdateValueLength: Int { 20 }
}

/// What a central asks.
open class CBATTRequest: NSObject, @unchecked Sendable {
  let request: CentralRequest?
  /// Who asks.
  public let central: CBCentral
  /// About which value.
  public let characteristic: CBCharacteristic
  /// From which byte on.
  public let offset: Int
  /// What is written, or what the app answers.
  open var value: Data?

  init(_ request: CentralRequest, _ central: CBCentral, _ characteristic: CBCharacteristic) {
    self.request = request
    self.central = central
    self.characteristic = characteristic
    offset = request.offset
    value = request.kind == .write ? Data(request.value) : nil
  }
}

/// The domain of `CBATTError`.
public let CBATTErrorDomain = "CBATTErrorDomain"

/// Answers of the attribute protocol.
public struct CBATTError: CustomNSError, Hashable, Sendable {
  /// Which one.
  public let code: Code
  /// Makes one of its code.
  public init(_ code: Code) { self.code = code }
  /// `CBATTErrorDomain`.
  public static var errorDomain: String { CBATTErrorDomain }
  /// Bluetooth's number.
  public var errorCode: Int { code.rawValue }

  /// Bluetooth's number.
  public enum Code: Int, Sendable {
    /// It was done.
    case success = 0x00
    /// There is no such value.
    case invalidHandle = 0x01
    /// It cannot be read.
    case readNotPermitted = 0x02
    /// It cannot be written.
    case writeNotPermitted = 0x03
    /// The app does not understand it.
    case requestNotSupported = 0x06
    /// There are not so many bytes.
    case invalidOffset = 0x07
    /// It has the wrong length.
    case invalidAttributeValueLength = 0x0D
    /// None of the others.
    case unlikelyError = 0x0E
  }
}

/// What an app does with what centrals ask; on the manager's queue.
@preconcurrency
public protocol CBPeripheralManagerDelegate: NSObjectProtocol {
  /// Whether Bluetooth can be used is known.
  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager)
  /// The process was launched for what an earlier one has offered.
  func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any])
  /// The app advertises, or cannot.
  func peripheralManagerDidStartAdvertising(
    _ peripheral: CBPeripheralManager,
    error: (any Error)?
  )
  /// A service is offered, or cannot be.
  func peripheralManager(
    _ peripheral: CBPeripheralManager,
    didAdd service: CBService,
    error: (any Error)?
  )
  /// A central wants to be told of changes.
  func peripheralManager(
    _ peripheral: CBPeripheralManager,
    central: CBCentral,
    didSubscribeTo characteristic: CBCharacteristic
  )
  /// A central wants that no more.
  func peripheralManager(
    _ peripheral: CBPeripheralManager,
    central: CBCentral,
    didUnsubscribeFrom characteristic: CBCharacteristic
  )
  /// A central reads a value; answer it.
  func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest)
  /// A central writes a value; answer the first one.
  func peripheralManager(
    _ peripheral: CBPeripheralManager,
    didReceiveWrite requests: [CBATTRequest]
  )
}

extension CBPeripheralManagerDelegate {
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager,
    willRestoreState dict: [String: Any]
  ) {}
  /// Does nothing.
  public func peripheralManagerDidStartAdvertising(
    _ peripheral: CBPeripheralManager,
    error: (any Error)?
  ) {}
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager,
    didAdd service: CBService,
    error: (any Error)?
  ) {}
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager,
    central: CBCentral,
    didSubscribeTo characteristic: CBCharacteristic
  ) {}
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager,
    central: CBCentral,
    didUnsubscribeFrom characteristic: CBCharacteristic
  ) {}
  /// Does nothing; the central gets an error after 10 s.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager,
    didReceiveRead request: CBATTRequest
  ) {}
  /// Does nothing; the central gets an error after 10 s.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager,
    didReceiveWrite requests: [CBATTRequest]
  ) {}
}
