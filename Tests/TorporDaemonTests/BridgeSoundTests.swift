import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("What a desktop bridge says of sound")
struct BridgeSoundTests {
  @Test("tells of sound, which is heard while a stream or a player says so")
  func sound() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("player")
    let process = daemon.pid(of: launch)
    func isHeard() -> Bool? {
      daemon.driver.device.apps.records.first { $0.process.launch == launch }?.facts
        .isPlayingAudio
    }
    let bridge = try PlayedBridge(daemon)
    try bridge.tell(.audio(streams: [AudioStream(pid: process, isRecording: false)]))
    #expect(isHeard() == true)
    try bridge.tell(.mediaPlaying(pids: [process]), .audio(streams: []))
    #expect(isHeard() == true)
    try bridge.tell(.mediaPlaying(pids: []))
    #expect(isHeard() == false)
  }

  @Test("listens to an app that only its sound keeps running off screen, and silence ends that")
  func silence() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("player")
    let process = daemon.pid(of: launch)
    let bridge = try PlayedBridge(daemon)
    let sounding = BridgeFact.audio(streams: [AudioStream(pid: process, isRecording: false)])
    let silent = BridgeFact.audio(
      streams: [AudioStream(pid: process, isRecording: false, isSilent: true)]
    )
    #expect(try bridge.tell(sounding) == [])
    _ = try daemon.control(Control.Home())
    daemon.pass(.seconds(1))
    #expect(try bridge.orders() == [.listen(launches: [launch.description], pids: nil)])
    daemon.pass(.minutes(5))
    #expect(!daemon.kernel.frozen.contains(launch))
    var orders = try bridge.tell(silent)
    daemon.pass(.seconds(30))
    #expect(daemon.kernel.frozen.contains(launch))
    orders += try bridge.orders()
    #expect(orders.contains(.listen(launches: [], pids: nil)))
    // It is asked about again as soon as it runs off screen: it may have begun to sound.
    orders = try bridge.tell(.focus(pids: [process]))
    daemon.pass(.seconds(1))
    #expect(!daemon.kernel.frozen.contains(launch))
    orders += try bridge.orders()
    #expect(orders.contains(.listen(launches: [launch.description], pids: nil)))
    try bridge.tell(sounding, .focus(pids: []))
    daemon.pass(.minutes(5))
    #expect(!daemon.kernel.frozen.contains(launch))
  }

  @Test("believes a player that plays elsewhere, and none whose own stream is silent")
  func remotePlayers() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("player")
    let process = daemon.pid(of: launch)
    func isHeard() -> Bool? {
      daemon.driver.device.apps.records.first { $0.process.launch == launch }?.facts
        .isPlayingAudio
    }
    func streams(_ silences: Bool?...) -> BridgeFact {
      .audio(
        streams: silences.map { AudioStream(pid: process, isRecording: false, isSilent: $0) }
      )
    }
    let bridge = try PlayedBridge(daemon)
    try bridge.tell(.mediaPlaying(pids: [process]))
    #expect(isHeard() == true)
    try bridge.tell(streams(true))
    #expect(isHeard() == false)
    try bridge.tell(streams(true, nil))
    #expect(isHeard() == true)
    try bridge.tell(streams(true))
    #expect(isHeard() == false)
    // It goes on elsewhere.
    try bridge.tell(streams())
    #expect(isHeard() == true)
  }
}
