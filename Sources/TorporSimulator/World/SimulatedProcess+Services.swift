import TorporCore
import TorporModel

// What an app does about pushes, calls, sounds, accessories, Bluetooth and sockets.

extension SimulatedProcess {
  /// Does a step about them.
  func performMode(_ step: Step.Kind, on workItem: WorkItem) {
    switch step {
    case .registerForPush: register(.remote, on: workItem)
    case .registerForVoIP: register(.voIP, on: workItem)
    case .reportCall: ask(.service(.push(.reportCall)), for: workItem)
    case .playAudio: sound(.playback, on: workItem)
    case .recordAudio: sound(.record, on: workItem)
    case .stopAudio:
      play(false)
      ask(.service(.audio(.deactivate(notifiesOthers: true))), for: workItem)
    case .mixesWithOthers(let mixes):
      resources.mixesWithOthers = mixes
      // The session that it has goes on with that.
      if resources.isPlaying, let category = resources.soundCategory {
        sound(category, on: workItem)
      }
    case .openAccessory(let name): ask(.service(.accessory(.open(accessory: name))), for: workItem)
    case .closeAccessory(let name):
      ask(.service(.accessory(.close(accessory: name))), for: workItem)
    case .connectPeripheral(let name, let restore):
      ask(
        .service(.bluetooth(.connect(peripheral: name, restoreIdentifier: restore))),
        for: workItem
      )
    case .advertise(let restore):
      let request = BluetoothRequest.advertise(services: ["180D"], restoreIdentifier: restore)
      ask(.service(.bluetooth(request)), for: workItem)
    case .handOverSocket(let name):
      ask(.service(.descriptor(.watch(name: name, purpose: .voIP))), for: workItem)
    case .readsSockets(let isReading): environment.reads(isReading)
    case .setKeepAlive(let interval):
      ask(.service(.descriptor(.setKeepAlive(interval))), for: workItem)
    default: break
    }
  }

  private func register(_ kind: PushTokenKind, on workItem: WorkItem) {
    let token = "\(app.alias)-\(kind.rawValue)"
    ask(.service(.push(.register(kind, token: token))), for: workItem)
  }

  private func sound(_ category: AudioCategory, on workItem: WorkItem) {
    let session = AudioSession(category: category, mixesWithOthers: resources.mixesWithOthers)
    ask(.service(.audio(.activate(session))), for: workItem)
  }

  /// Sound begins to be heard, or is no longer.
  func play(_ isPlaying: Bool) {
    guard resources.isPlaying != isPlaying else { return }
    resources.isPlaying = isPlaying
    environment.report(.audio(isPlaying: isPlaying), launch)
  }

  /// Says again whether it is heard, to a daemon that may not know.
  func tellSound() { environment.report(.audio(isPlaying: resources.isPlaying), launch) }

  /// What follows from a request that was accepted.
  func noteSuccess(of request: ServiceRequest) {
    switch request {
    case .audio(.activate(let session)):
      resources.soundCategory = session.category
      play(true)
    case .push(.register(.remote, _)): environment.storage.isRegisteredForPush = true
    case .push(.register(.voIP, _)): environment.storage.isRegisteredForVoIP = true
    case .push(.unregister(.remote)): environment.storage.isRegisteredForPush = false
    case .push(.unregister(.voIP)): environment.storage.isRegisteredForVoIP = false
    case .audio(.deactivate): play(false)
    default: break
    }
  }

  /// The system has taken the app's sound before it says so, and the app reads what it is told of.
  func noteCalled(_ callback: ServiceCallback) {
    switch callback {
    case .audio(.interruptionBegan): play(false)
    case .descriptor(.readable(let name, _)): environment.didRead(name)
    default: break
    }
  }

  /// The app's own thread sees that its socket can be read: it runs, so nobody has to wake it.
  func readSocket() {
    environment.recorder.record(.called(name: "socketReadable"), of: app.alias, launch: launch)
    run(app.callbacks[.plain(.socketReadable)] ?? [])
  }
}
