import TorporCore
import TorporModel
import TorporWire

// The recording of what the device takes in and decides.

extension ControlCalls {
  func getRecording(_ call: Incoming<Control.GetRecording>) -> [Submission] {
    ask(call) { Control.GetRecording.Reply(recording: driver.recording()) }
  }

  func startRecording(_ call: Incoming<Control.StartRecording>) -> [Submission] {
    ask(call) { () throws(WireError) in
      do throws(JournalFailure) {
        // The inputs that come with the call are decided: the recording begins behind them.
        let isNew = try driver.startRecording(
          bytesMax: call.bytesMax,
          daysMax: call.daysMax,
          replaces: call.replace ?? false
        )
        guard let recording = driver.recording() else {
          throw JournalFailure(
            operation: "begin",
            path: "recording.jsonl",
            cause: "this host makes no recordings",
            isDiskFull: false
          )
        }
        return Control.StartRecording.Reply(isNew: isNew, recording: recording)
      } catch {
        throw WireError(error)
      }
    }
  }

  func stopRecording(_ call: Incoming<Control.StopRecording>) -> [Submission] {
    ask(call) { () throws(WireError) in
      do throws(JournalFailure) {
        let wasRunning = try driver.stopRecording()
        return Control.StopRecording.Reply(
          wasRunning: wasRunning,
          recording: driver.recording()
        )
      } catch {
        throw WireError(error)
      }
    }
  }
}
