package import TorporCore
import TorporModel
import TorporWire

// The recording that the user wants of this device.

extension Driver {
  /// What is there of a recording; `nil`: none.
  func recording() -> Control.Recording? {
    keeper.recorder?.look()
    guard let recorder = keeper.recorder, let header = recorder.header else { return nil }
    return Control.Recording(
      path: recorder.path,
      isRunning: recorder.isRunning,
      beganWallMicroseconds: header.wallNanoseconds / 1000,
      end: recorder.end.flatMap { Control.RecordingEnd(rawValue: $0.rawValue) },
      inputs: Int(clamping: recorder.inputCount),
      bytes: Int(clamping: recorder.byteCount),
      bytesMax: Int(clamping: header.bytesMax),
      daysMax: header.daysMax,
      trouble: recorder.outage?.failure.cause
    )
  }

  /// Begins a recording; `false`: there is one, and nothing says that it may go.
  ///
  /// - Throws: `JournalFailure` when it could not be written, or what is there is no recording.
  package func startRecording(
    bytesMax: Int? = nil,
    daysMax: Int? = nil,
    replaces: Bool = false
  ) throws(JournalFailure) -> Bool {
    guard let recorder = keeper.recorder else { return false }
    recorder.look()
    // What the device has followed meanwhile is in no journal.
    if let outage = keeper.outage { throw outage.failure }
    if let foreign = recorder.foreign, !replaces { throw foreign }
    if recorder.isRunning || (recorder.header != nil && !replaces) { return false }
    try recorder.begin(
      with: device,
      after: keeper.entrySequence,
      bytesMax: min(
        max(RecordingLimits.bytesLeast, Int64(bytesMax ?? RecordingLimits.bytes)),
        RecordingLimits.bytesMost
      ),
      daysMax: min(max(1, daysMax ?? RecordingLimits.days), RecordingLimits.days),
      replaces: replaces
    )
    return true
  }

  /// Ends the recording; `false`: none runs.
  ///
  /// - Throws: `JournalFailure` when that could not be written.
  package func stopRecording() throws(JournalFailure) -> Bool {
    keeper.recorder?.look()
    guard let recorder = keeper.recorder, recorder.isRunning else { return false }
    try recorder.stop(at: device.now)
    return true
  }
}

/// How much a recording may hold.
enum RecordingLimits {
  /// 256 MiB: ten days of 10,000 inputs an hour at 100 bytes; our choice.
  static let bytes = 256 << 20
  /// 64 KiB: the beginning of a small device, and some turns; our choice.
  static let bytesLeast: Int64 = 64 << 10
  /// 1 TiB, more than a device takes in in ten days; our choice.
  static let bytesMost: Int64 = 1 << 40
  /// As long as the ledger of consumption keeps hours (docs/decisions/0049).
  static let days = 10
}
