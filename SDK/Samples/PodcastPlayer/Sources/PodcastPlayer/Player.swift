import AVFoundation
import os.log

/// Plays an episode until something else sounds or the sleep timer ends it.
///
/// What makes the sound is left out, as the views are; a silent app is suspended off screen.
final class Player: NSObject {
  static let shared = Player()
  static let sleepTime: TimeInterval = 30 * 60

  private(set) var episode: String?

  private let logger = Logger(subsystem: "com.example.podcasts", category: "player")
  private var began = Date()
  private var sleepTimer: Timer?

  private override init() {
    super.init()
    NotificationCenter.default.addObserver(
      forName: AVAudioSession.interruptionNotification,
      object: nil,
      queue: .main
    ) { [weak self] notification in
      let value = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
      guard let value = value else { return }
      switch AVAudioSession.InterruptionType(rawValue: value) {
      case .began: self?.stop(deactivates: false)
      default: break
      }
    }
  }

  /// Where the listener was, in seconds.
  func position(in episode: String) -> TimeInterval {
    UserDefaults.standard.double(forKey: "position \(episode)")
  }

  func play(_ episode: String) {
    stop(deactivates: false)
    let session = AVAudioSession.sharedInstance()
    do {
      try session.setCategory(.playback, mode: .spokenAudio)
      try session.setActive(true)
    } catch {
      logger.error("not playing: \(error.localizedDescription, privacy: .public)")
      return
    }
    self.episode = episode
    began = Date()
    logger.notice(
      "playing \(episode, privacy: .public) from second \(Int(self.position(in: episode)))"
    )
    sleepTimer = Timer.scheduledTimer(withTimeInterval: Self.sleepTime, repeats: false) {
      [weak self] _ in self?.stop()
    }
  }

  /// The system has deactivated a session that was interrupted.
  func stop(deactivates: Bool = true) {
    sleepTimer?.invalidate()
    sleepTimer = nil
    guard let episode = episode else { return }
    self.episode = nil
    let position = self.position(in: episode) + Date().timeIntervalSince(began)
    UserDefaults.standard.set(position, forKey: "position \(episode)")
    logger.notice("stopped \(episode, privacy: .public) at second \(Int(position))")
    guard deactivates else { return }
    try? AVAudioSession.sharedInstance().setActive(
      false,
      options: .notifyOthersOnDeactivation
    )
  }
}
