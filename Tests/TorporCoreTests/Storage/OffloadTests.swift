import Testing
import TorporModel

@testable import TorporCore

@Suite("An offloaded app")
struct OffloadTests {
  private func since(_ device: TestDevice) -> Instant? {
    device.device.apps[device.app("mail")]?.persistentState.offloadedSince
  }

  @Test("is one without a process, or one that is suspended and ended for that; the ledger says so")
  func offloads() throws {
    var device = TestDevice.withMailSuspended()
    let mail = device.app("mail")
    #expect(device.user(.offload(app: mail)) == .done)
    #expect(since(device) != nil)
    device.pass(.seconds(1))
    let record = try #require(device.device.apps[mail])
    #expect(record.process.launch == nil)
    #expect(record.persistentState.lastExit?.reason == .code(.diskSpace))
    let actions = device.log.compactMap { entry -> Decision.Action? in
      if case .record(let decision) = entry.effect { decision.action } else { nil }
    }
    #expect(actions.contains(.offload))
    // Once more changes nothing.
    #expect(device.user(.offload(app: mail)) == .done)
    #expect(device.broken == [])
  }

  @Test("is none that runs, is exempt or is a plain command: each is refused with what helps")
  func refuses() {
    var device = TestDevice()
    device.install("mail")
    device.install("make", isCooperative: false, isTransient: true)
    let (mail, make) = (device.app("mail"), device.app("make"))
    device.open("mail")
    #expect(
      device.user(.offload(app: mail))
        == .refused(
          .cannotOffload(
            mail,
            cause:
              "it is running. Send it off the screen (`torpor home \(mail)`) or end it (`torpor quit \(mail)`), "
              + "then try again"
          )
        )
    )
    device.user(.exempt(app: mail, lasting: nil))
    #expect(
      device.user(.offload(app: mail))
        == .refused(
          .cannotOffload(
            mail,
            cause: "it is exempt. End the exemption first (`torpor exempt --end \(mail)`)"
          )
        )
    )
    device.open("make")
    #expect(
      device.user(.offload(app: make))
        == .refused(
          .cannotOffload(
            make,
            cause: "it is a plain command, and its program does not belong to it alone"
          )
        )
    )
    #expect(since(device) == nil)
  }

  @Test("is run for nothing, and keeps what it has asked for")
  func sleeps() throws {
    var device = TestDevice.withMailSuspended()
    let mail = device.app("mail")
    device.user(.offload(app: mail))
    device.pass(.seconds(1))
    let context = device.device.conditionContext(at: device.now)
    let record = try #require(device.device.apps[mail])
    for reason in WakeReason.allCases {
      let unmet = record.unmetConditions(to: reason, on: context).map(\.reason)
      guard RelaunchRule.row(reason).isShown == false else { continue }
      #expect(unmet.contains(.offloaded) || unmet.contains(.notInProfile), "\(reason)")
      #expect(record.passesOver(reason, on: context), "\(reason)")
    }
  }

  @Test("runs again for what it asked for from the moment at which its program is there")
  func returns() throws {
    var device = TestDevice.withMailSuspended()
    let mail = device.app("mail")
    device.user(.offload(app: mail))
    device.pass(.seconds(1))
    // The host brings the program back before it runs it.
    device.open("mail")
    #expect(device.device.apps[mail]?.process.launch != nil)
    #expect(since(device) != nil)
    #expect(device.user(.restoreProgram(app: mail)) == .done)
    #expect(since(device) == nil)
    let context = device.device.conditionContext(at: device.now)
    let record = try #require(device.device.apps[mail])
    #expect(
      !record.unmetConditions(to: .appRefresh, on: context).map(\.reason).contains(.offloaded)
    )
    #expect(device.broken == [])
  }

  @Test("is not packed while its program is being brought back")
  func returning() {
    var device = TestDevice.withMailSuspended()
    let mail = device.app("mail")
    device.user(.offload(app: mail))
    device.pass(.seconds(1))
    device.open("mail")
    #expect(
      device.user(.offload(app: mail))
        == .refused(
          .cannotOffload(
            mail,
            cause: "its program is being packed or restored. Try again in a moment"
          )
        )
    )
  }

  @Test("stays so over a restart of the machine")
  func reboots() {
    var device = TestDevice.withMailSuspended()
    device.user(.offload(app: device.app("mail")))
    device.pass(.seconds(1))
    device.tell(.booted)
    #expect(since(device) != nil)
  }
}
