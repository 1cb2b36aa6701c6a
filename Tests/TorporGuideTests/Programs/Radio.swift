import Torpor

@MainActor final class Radio: ApplicationDelegate, ChannelManagerDelegate, DescriptorDelegate {
  let socket: Int32

  init(socket: Int32) { self.socket = socket }

  func application(
    _ application: Application,
    didFinishLaunchingWithOptions launchOptions: LaunchOptions
  ) async {
    application.channelManager.delegate = self
    application.descriptorDelegate = self
    do {
      try await application.watchDescriptor(socket, name: "server")
    } catch {
      print(error)
    }
  }

  /// The connection of the process before this one.
  func returned(to application: Application) async -> Int32? {
    do {
      let socket = try await application.reclaimDescriptor(named: "server")
      return socket
    } catch {
      return nil
    }
  }

  func incomingPushResult(
    channelManager: ChannelManager,
    channel: String,
    pushPayload: Payload
  ) async -> ChannelPushResult {
    let speaker = try? pushPayload.value(String.self, for: "speaker")
    return .activeRemoteParticipant(speaker ?? "unknown")
  }

  func channelManager(
    _ channelManager: ChannelManager,
    didActivateAudioSessionOf channel: String
  ) async {
    print("play what comes in")
  }

  func application(
    _ application: Application,
    descriptorDidBecomeReadable name: String,
    isHungUp: Bool
  ) async {
    print("read from \(name), and answer")
  }
}
