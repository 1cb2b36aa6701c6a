// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

extension Control {
  /// Returns the calls that recreate an app with its settings and habits on another machine,
  /// or a job that has not finished, or, without either, the settings of the device: Install,
  /// ChangeSetting, AddUsage and SubmitJob.
  package struct Export: WireCall {
    package static let method = "io.torpor.Control.Export"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String?
    package var job: String?

    package init(
      app: String? = nil,
      job: String? = nil
    ) {
      self.app = app
      self.job = job
    }

    package static let keys = ["app", "job"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.optional("app")
      job = try message.optional("job")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app?.json),
        ("job", job?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `Export`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var ownerUserID: UInt32
      package var calls: [ControlCall]

      package init(
        ownerUserID: UInt32,
        calls: [ControlCall]
      ) {
        self.ownerUserID = ownerUserID
        self.calls = calls
      }

      package static let keys = ["ownerUserID", "calls"]

      package init(_ message: ParameterReader) throws(WireError) {
        ownerUserID = try message.value("ownerUserID")
        calls = try message.value("calls")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("ownerUserID", ownerUserID.json),
          ("calls", calls.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Reports when an app was opened on another device, at most 1024 times, in addition to what
  /// is known here.
  package struct AddUsage: WireCall {
    package static let method = "io.torpor.Control.AddUsage"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String
    package var openedWallMicroseconds: [Int64]

    // What the interface allows.
    package static let openedWallMicrosecondsCount: ClosedRange<Int> = 0...1024

    package init(
      app: String,
      openedWallMicroseconds: [Int64]
    ) {
      self.app = app
      self.openedWallMicroseconds = openedWallMicroseconds
    }

    package static let keys = ["app", "openedWallMicroseconds"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.value("app")
      openedWallMicroseconds = try message.value(
        "openedWallMicroseconds",
        count: Self.openedWallMicrosecondsCount
      )
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app.json),
        ("openedWallMicroseconds", openedWallMicroseconds.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// `GetVersion`, as the interface describes it.
  package struct GetVersion: WireCall {
    package static let method = "io.torpor.Control.GetVersion"
    package static let wantsMore = false
    package var permission: CallPermission { .anyone }

    package init() {}

    package static let keys: [String] = []

    package init(_ message: ParameterReader) throws(WireError) {}

    package var members: [(key: String, value: JSON?)] { [] }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `GetVersion`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var version: String
      package var processID: Int32
      package var stateFolder: String

      package init(
        version: String,
        processID: Int32,
        stateFolder: String
      ) {
        self.version = version
        self.processID = processID
        self.stateFolder = stateFolder
      }

      package static let keys = ["version", "processID", "stateFolder"]

      package init(_ message: ParameterReader) throws(WireError) {
        version = try message.value("version")
        processID = try message.value("processID")
        stateFolder = try message.value("stateFolder")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("version", version.json),
          ("processID", processID.json),
          ("stateFolder", stateFolder.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns the capabilities that this machine has, and those that it lacks.
  package struct GetCapabilities: WireCall {
    package static let method = "io.torpor.Control.GetCapabilities"
    package static let wantsMore = false
    package var permission: CallPermission { .user }

    package init() {}

    package static let keys: [String] = []

    package init(_ message: ParameterReader) throws(WireError) {}

    package var members: [(key: String, value: JSON?)] { [] }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `GetCapabilities`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var capabilities: [Capability]

      package init(
        capabilities: [Capability]
      ) {
        self.capabilities = capabilities
      }

      package static let keys = ["capabilities"]

      package init(_ message: ParameterReader) throws(WireError) {
        capabilities = try message.value("capabilities")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("capabilities", capabilities.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Starts a recording, or returns the existing one, which must be stopped first, unless
  /// replace is true.
  package struct StartRecording: WireCall {
    package static let method = "io.torpor.Control.StartRecording"
    package static let wantsMore = false
    package var permission: CallPermission { .device }
    package var bytesMax: Int?
    package var daysMax: Int?
    package var replace: Bool?

    package init(
      bytesMax: Int? = nil,
      daysMax: Int? = nil,
      replace: Bool? = nil
    ) {
      self.bytesMax = bytesMax
      self.daysMax = daysMax
      self.replace = replace
    }

    package static let keys = ["bytesMax", "daysMax", "replace"]

    package init(_ message: ParameterReader) throws(WireError) {
      bytesMax = try message.optional("bytesMax")
      daysMax = try message.optional("daysMax")
      replace = try message.optional("replace")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("bytesMax", bytesMax?.json),
        ("daysMax", daysMax?.json),
        ("replace", replace?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `StartRecording`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var isNew: Bool
      package var recording: Control.Recording

      package init(
        isNew: Bool,
        recording: Control.Recording
      ) {
        self.isNew = isNew
        self.recording = recording
      }

      package static let keys = ["isNew", "recording"]

      package init(_ message: ParameterReader) throws(WireError) {
        isNew = try message.value("isNew")
        recording = try message.value("recording")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("isNew", isNew.json),
          ("recording", recording.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Ends the recording.
  package struct StopRecording: WireCall {
    package static let method = "io.torpor.Control.StopRecording"
    package static let wantsMore = false
    package var permission: CallPermission { .device }

    package init() {}

    package static let keys: [String] = []

    package init(_ message: ParameterReader) throws(WireError) {}

    package var members: [(key: String, value: JSON?)] { [] }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `StopRecording`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var wasRunning: Bool
      package var recording: Control.Recording?

      package init(
        wasRunning: Bool,
        recording: Control.Recording? = nil
      ) {
        self.wasRunning = wasRunning
        self.recording = recording
      }

      package static let keys = ["wasRunning", "recording"]

      package init(_ message: ParameterReader) throws(WireError) {
        wasRunning = try message.value("wasRunning")
        recording = try message.optional("recording")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("wasRunning", wasRunning.json),
          ("recording", recording?.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// `GetRecording`, as the interface describes it.
  package struct GetRecording: WireCall {
    package static let method = "io.torpor.Control.GetRecording"
    package static let wantsMore = false
    package var permission: CallPermission { .device }

    package init() {}

    package static let keys: [String] = []

    package init(_ message: ParameterReader) throws(WireError) {}

    package var members: [(key: String, value: JSON?)] { [] }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `GetRecording`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var recording: Control.Recording?

      package init(
        recording: Control.Recording? = nil
      ) {
        self.recording = recording
      }

      package static let keys = ["recording"]

      package init(_ message: ParameterReader) throws(WireError) {
        recording = try message.optional("recording")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("recording", recording?.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns the digest of the whole state after an entry of the journal, for tests of replay.
  package struct GetDigest: WireCall {
    package static let method = "io.torpor.Control.GetDigest"
    package static let wantsMore = false
    package var permission: CallPermission { .device }

    package init() {}

    package static let keys: [String] = []

    package init(_ message: ParameterReader) throws(WireError) {}

    package var members: [(key: String, value: JSON?)] { [] }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `GetDigest`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var digest: StateDigest
      package var sequence: UInt64

      package init(
        digest: StateDigest,
        sequence: UInt64
      ) {
        self.digest = digest
        self.sequence = sequence
      }

      package static let keys = ["digest", "sequence"]

      package init(_ message: ParameterReader) throws(WireError) {
        digest = try message.value("digest")
        sequence = try message.value("sequence")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("digest", digest.json),
          ("sequence", sequence.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }
}
