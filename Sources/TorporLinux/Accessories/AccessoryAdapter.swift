package import TorporCore
package import TorporModel
package import TorporPosix

/// The accessories that are connected, told as the kernel tells of them.
///
/// A uevent says what has come or gone, and what it is stands in `/sys`; when events were lost, all of it
/// is looked at. Nothing runs between events. A folder that stands in for `/sys` has no kernel to speak for
/// it, so there the folders of its classes are watched.
///
/// The event comes before udev has given the node its owner: an app that opens it at once may have to try
/// again a moment later.
package final class AccessoryAdapter {
  private let reader: AccessoryReader
  private let listensToKernel: Bool
  private let loop: EventLoop
  private let sink: any HostEventSink
  private var uevents: NetlinkSocket?
  private var folders: FileWatch?
  /// What is connected, by the folder of its device.
  private var connected: [String: Accessory] = [:]

  /// Makes an adapter that says nothing before `start`.
  package init(
    sysRoot: String = PowerAdapter.kernelRoot,
    listensToKernel: Bool? = nil,
    on loop: EventLoop,
    sink: any HostEventSink
  ) {
    reader = AccessoryReader(sysRoot: sysRoot)
    self.listensToKernel = listensToKernel ?? (sysRoot == PowerAdapter.kernelRoot)
    self.loop = loop
    self.sink = sink
  }

  /// Posts what is otherwise than the device knows, and every later change.
  ///
  /// - Throws: `SystemError` where the kernel does not tell of devices (as in some containers); what is
  ///   there now is posted.
  package func start(known: [Accessory]) throws(SystemError) {
    // Nothing is missed between the look and the first event: what comes twice is told once.
    let failure: SystemError?
    do throws(SystemError) {
      try listen()
      failure = nil
    } catch {
      failure = error
    }
    compare(with: known)
    if let failure { throw failure }
  }

  private func listen() throws(SystemError) {
    guard listensToKernel else {
      let folders = try FileWatch(on: loop) { [unowned self] _ in lookAtAll() }
      for subsystem in AccessoryReader.subsystems {
        let folder = reader.sysRoot + "/class/" + subsystem
        if Files.isFolder(folder) { try folders.watch(folder, for: [.added, .removed]) }
      }
      self.folders = folders
      return
    }
    uevents = try NetlinkSocket(.devices, on: loop) { [unowned self] in take($0) }
  }

  /// Takes a message of the kernel; an empty one says that some were lost.
  func take(_ message: [UInt8]) {
    if message.isEmpty { return lookAtAll() }
    guard let notice = DeviceUevent(message),
      AccessoryReader.subsystems.contains(notice.subsystem)
    else { return }
    switch notice.action {
    case .added:
      guard connected[notice.path] == nil,
        let accessory = reader.accessory(at: notice.path, of: notice.subsystem)
      else { return }
      connect(accessory, at: notice.path)
    case .removed: disconnect(at: notice.path)
    }
  }

  // MARK: Telling

  /// What the device knows from before is told to be gone, or stays.
  private func compare(with known: [Accessory]) {
    var missing = known.filter { !$0.isSimulated }
    for (path, accessory) in reader.all() {
      let named = unique(accessory)
      if let index = missing.firstIndex(of: named) {
        missing.remove(at: index)
        connected[path] = named
      } else if let index = missing.firstIndex(where: { $0.name == named.name }) {
        // The same name at another node: it was disconnected and connected again unnoticed.
        post(.disconnected(accessory: missing.remove(at: index).name))
        connect(accessory, at: path)
      } else {
        connect(accessory, at: path)
      }
    }
    for gone in missing { post(.disconnected(accessory: gone.name)) }
    // What was declared goes with its node.
    for gone in known where gone.isSimulated {
      guard let node = gone.devicePath, !Files.exists(node) else { continue }
      post(.disconnected(accessory: gone.name, isSimulated: true))
    }
  }

  private func lookAtAll() {
    let found = reader.all()
    let paths = Set(found.map(\.path))
    for path in connected.keys.sorted() where !paths.contains(path) { disconnect(at: path) }
    for (path, accessory) in found where connected[path] == nil { connect(accessory, at: path) }
  }

  private func connect(_ accessory: Accessory, at path: String) {
    let named = unique(accessory)
    connected[path] = named
    post(.connected(named))
  }

  private func disconnect(at path: String) {
    guard let accessory = connected.removeValue(forKey: path) else { return }
    post(.disconnected(accessory: accessory.name))
  }

  /// Two of the same make without serial numbers are told apart by a number.
  private func unique(_ accessory: Accessory) -> Accessory {
    let taken = Set(connected.values.map(\.name))
    var unique = accessory
    var number = 1
    while taken.contains(unique.name) {
      number += 1
      unique.name = "\(accessory.name) #\(number)"
    }
    return unique
  }

  private func post(_ event: AccessoryEvent) {
    sink.post(.input(.device(event: .accessory(event))))
  }
}
