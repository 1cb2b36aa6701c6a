import Torpor

@MainActor final class Podcasts: ApplicationDelegate {
  private var reader: Task<Void, Never>?

  /// Creates the session and reads its events; once in every launch.
  private func session(of application: Application) async throws -> TransferSession {
    let session = try await application.transferSession(.background(withIdentifier: "episodes"))
    if reader == nil {
      reader = Task {
        for await event in session.events {
          switch event {
          case .didFinishDownloading(let transfer, let file):
            keep(file.path, of: transfer)  // The file is removed when the next event is requested.
          case .didComplete(let transfer, let outcome, let detail) where outcome.error != nil:
            print("\(transfer) failed: \(detail.cause ?? "")")
          default: break
          }
        }
      }
    }
    return session
  }

  func application(
    _ application: Application,
    didFinishLaunchingWithOptions launchOptions: LaunchOptions
  ) async {
    guard launchOptions.isForeground else { return }
    do {
      var episode = Transfer.download("https://example.com/7.mp3")
      episode.taskDescription = "Episode 7"
      episode.allowsExpensiveNetworkAccess = false
      _ = try await session(of: application).start([episode])
    } catch {
      print(error)
    }
  }

  func application(
    _ application: Application,
    handleEventsForBackgroundURLSession identifier: String
  ) async {
    // The wake ends when this returns.
    try? await session(of: application).eventsFinished()
  }
}

func keep(_ path: String, of transfer: TransferIdentifier) {}

/// Answers a server that asks for a password.
func logIn(_ event: TransferEvent, in session: TransferSession) async throws {
  guard case .didReceiveChallenge(let transfer, let challenge) = event else { return }
  let isFirst = challenge.previousFailureCount == 0
  try await session.answer(
    transfer,
    isFirst ? .password(user: "ada", password: "secret") : .cancel
  )
}
