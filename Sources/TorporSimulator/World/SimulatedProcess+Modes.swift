import TorporCore
import TorporModel

// What an app does about pushes, calls, sounds, accessories, Bluetooth and sockets.

extension SimulatedProcess {
  /// Does a step about them.
  func performMode(_ step: Step.Kind, on strand: Strand) {
    switch step {
    case .registerForPush: register(.remote, on: strand)
    case .registerForVoIP: register(.voIP, on: strand)
    case .reportCall: ask(.mode(.push(.reportCall)), for: strand)
    case .playAudio: sound(.playback, on: strand)
    case .recordAudio: sound(.record, on: strand)
    case .stopAudio:
      play(false)
      ask(.mode(.audio(.deactivate(notifiesOthers: true))), for: strand)
    case .mixesWithOthers(let mixes):
      resources.mixesWithOthers = mixes
      // The session that it has goes on with that.
      if resources.isPlaying, let category = resources.soundCategory { sound(category, on: strand) }
    case .openAccessory(let name): ask(.mode(.accessory(.open(accessory: name))), for: strand)
    case .closeAccessory(let name): ask(.mode(.accessory(.close(accessory: name))), for: strand)
    case .connectPeripheral(let name, let restore):
      ask(.mode(.bluetooth(.connect(peripheral: name, restoreIdentifier: restore))), for: strand)
    case .advertise(let restore):
      let request = BluetoothRequest.advertise(services: ["180D"], restoreIdentifier: restore)
      ask(.mode(.bluetooth(request)), for: strand)
    case .handOverSocket(let name):
      ask(.mode(.descriptor(.handOver(name: name, purpose: .voIP))), for: strand)
    case .readsSockets(let isReading): surroundings.reads(isReading)
    case .setKeepAlive(let interval):
      ask(.mode(.descriptor(.setKeepAlive(interval))), for: strand)
    default: break
    }
  }

  private func register(_ kind: PushTokenKind, on strand: Strand) {
    let token = "\(app.alias)-\(kind.rawValue)"
    ask(.mode(.push(.register(kind, token: token))), for: strand)
  }

  private func sound(_ category: AudioCategory, on strand: Strand) {
    let session = AudioSession(category: category, mixesWithOthers: resources.mixesWithOthers)
    ask(.mode(.audio(.activate(session))), for: strand)
  }

  /// Sound begins to be heard, or is no longer.
  func play(_ isPlaying: Bool) {
    guard resources.isPlaying != isPlaying else { return }
    resources.isPlaying = isPlaying
    surroundings.report(.audio(isPlaying: isPlaying), launch)
  }

  /// Says again whether it is heard, to a daemon that may not know.
  func tellSound() { surroundings.report(.audio(isPlaying: resources.isPlaying), launch) }

  /// What follows from a request that was accepted.
  func noteSuccess(of request: ModeRequest) {
    switch request {
    case .audio(.activate(let session)):
      resources.soundCategory = session.category
      play(true)
    case .push(.register(.remote, _)): surroundings.storage.isRegisteredForPush = true
    case .push(.register(.voIP, _)): surroundings.storage.isRegisteredForVoIP = true
    case .push(.unregister(.remote)): surroundings.storage.isRegisteredForPush = false
    case .push(.unregister(.voIP)): surroundings.storage.isRegisteredForVoIP = false
    case .audio(.deactivate): play(false)
    default: break
    }
  }

  /// The system has taken the app's sound before it says so, and the app reads what it is told of.
  func noteCalled(_ callback: ModeCallback) {
    switch callback {
    case .audio(.interruptionBegan): play(false)
    case .descriptor(.readable(let name, _)): surroundings.didRead(name)
    default: break
    }
  }

  /// The app's own thread sees that its socket can be read: it runs, so nobody has to wake it.
  func readSocket() {
    surroundings.recorder.record(.called(name: "socketReadable"), of: app.alias, launch: launch)
    run(app.callbacks[.plain(.socketReadable)] ?? [])
  }
}
