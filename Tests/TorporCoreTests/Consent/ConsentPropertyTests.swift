import Testing
import TorporModel

@testable import TorporCore

@Suite("Whatever an app asks and the user answers")
struct ConsentPropertyTests {
  @Test(
    "every rule of permissions holds after every input",
    arguments: 1...40 as ClosedRange<UInt64>
  )
  func rules(seed: UInt64) {
    var random = PlanningRandom(seed: seed)
    let profiles: [ProfileName] = [.ios6, .ios8, .ios13, .ios26, .linux]
    var device = TestDevice.asking(profiles[random.below(profiles.count)])
    for _ in 0..<150 { step(&device, &random) }
    #expect(device.broken == [])
    // A question goes with what it was about.
    device.user(.uninstall(app: device.app("mail")))
    device.pass(.seconds(10))
    #expect(questions(on: device).isEmpty)
  }

  private func step(_ device: inout TestDevice, _ random: inout PlanningRandom) {
    let app = device.app("mail")
    let permission = Permission.allCases[random.below(Permission.allCases.count)]
    switch random.below(14) {
    case 0, 1: device.open("mail")
    case 2: device.home()
    case 3: device.user(.forceQuit(app: app))
    case 4:
      if random.below(4) == 0 { device.tell(.booted) } else { device.user(.unlock) }
    case 5: device.tell(.daemonRestarted(survivors: device.survivors))
    case 6, 7, 8:
      device.askFor(
        permission,
        wantsAlways: random.below(2) == 0,
        isProvisional: random.below(4) == 0
      )
    case 9, 10: answer(permission, &device, &random)
    case 11: use(&device, &random)
    case 12:
      guard var settings = device.device.apps[app]?.settings else { return }
      settings.location = LocationAuthorization.allCases[random.below(4)]
      settings.allowsBluetooth = random.below(2) == 0
      device.user(.decide(app: app, permissions: [.location, .bluetooth], settings: settings))
    default: device.pass(.seconds(random.below(120)))
    }
  }

  private func answer(
    _ permission: Permission,
    _ device: inout TestDevice,
    _ random: inout PlanningRandom
  ) {
    let actions =
      ConsentPrompt.Answer.allCases.map(\.rawValue) + [
        NotificationResponse.defaultAction, NotificationResponse.dismissAction,
      ]
    device.answer(device.prompt(permission), actions[random.below(actions.count)], of: "mail")
  }

  private func use(_ device: inout TestDevice, _ random: inout PlanningRandom) {
    let uses: [ServiceRequest] = [
      .audio(.activate(AudioSession(category: .record))),
      .bluetooth(.connect(peripheral: "band", restoreIdentifier: "x")),
      .bluetooth(.advertise(services: ["180D"], restoreIdentifier: nil)),
      .accessory(.open(accessory: "pump")), .location(.startUpdating(LocationSession())),
      .location(.startMonitoringSignificantChanges),
    ]
    device.ask("mail", .service(uses[random.below(uses.count)]))
  }

  /// The questions that are on the screen.
  private func questions(on device: TestDevice) -> Set<String> {
    var seen: Set<String> = []
    for entry in device.log {
      switch entry.effect {
      case .service(.show(let shown)) where shown.key.identifier.hasPrefix(ConsentPrompt.prefix):
        seen.insert(shown.key.identifier)
      case .service(.withdraw(let key)): seen.remove(key.identifier)
      default: break
      }
    }
    return seen
  }
}
