import Testing
import TorporModel

@testable import TorporCore

@Suite("The list of effects that a host keeps")
struct EffectListTests {
  @Test("gets what the policy orders behind what it holds, and the device is the same")
  func effectsAreAdded() {
    let app = AppIdentifier("com.example.mail")!
    let inputs: [Input] = [
      .user(
        action: .install(
          manifest: AppManifest(identifier: app),
          settings: AppSettings(),
          replaces: false
        ),
        id: nil
      ),
      .user(action: .open(app: app), id: RequestIdentifier(rawValue: 7)),
      .user(action: .lock, id: nil),
      .timerFired,
    ]
    var (one, other) = (
      Device(DeviceConfiguration(profile: .ios26), at: .zero),
      Device(DeviceConfiguration(profile: .ios26), at: .zero)
    )
    var kept: [Effect] = []
    var returned: [Effect] = []
    for (second, input) in inputs.enumerated() {
      let now = Instant.at(.seconds(second))
      one.handle(input, at: now, into: &kept)
      returned += other.handle(input, at: now)
    }
    #expect(returned.count > inputs.count)
    #expect(kept == returned)
    #expect(one == other)
  }
}
