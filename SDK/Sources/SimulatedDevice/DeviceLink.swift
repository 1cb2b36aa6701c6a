internal import CVirtualTime
internal import Foundation
internal import Glibc

/// The program that is the device, and the link to it: one line for each command, and one for each answer.
///
/// Used only by the device's thread.
final class DeviceLink {
  /// An answer of the device.
  struct Answer {
    /// The orders for the app's process, oldest first.
    var orders: [String] = []
    /// The device's position on its time line, in nanoseconds.
    var now: Int64 = 0
    /// The total that it has sent to the app.
    var sentCount = 0
  }

  /// The folder of its sockets.
  let folder: String
  /// The device's current moment, which the process's clocks read.
  let page: UnsafeMutablePointer<Int64>
  private let process: pid_t
  private let socket: Int32
  private var pending = Data()

  /// Starts the device, with its clock set to a date.
  init(startingAt date: Date) throws {
    let program = try Self.find("torpor-device")
    folder = try Self.makeFolder()
    var page: UnsafeMutablePointer<Int64>?
    let clock = torpor_vt_page(&page)
    var ends: [Int32] = [-1, -1]
    guard let page, clock >= 0,
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw DeviceError("the device cannot be started: \(String(cString: strerror(errno)))") }
    self.page = page
    socket = ends[0]
    let wall = Int64(date.timeIntervalSince1970 * 1_000_000_000)
    let arguments = [program, folder, try Home.folder(), String(wall), String(getpid())]
    process = Self.withCStrings(arguments) { torpor_vt_spawn(program, $0, ends[1], clock) }
    Glibc.close(ends[1])
    Glibc.close(clock)
    guard process > 0 else {
      throw DeviceError("\(program) cannot be started: \(String(cString: strerror(errno)))")
    }
    // It listens before it answers.
    _ = try ask("sync")
  }

  /// Ends the device, and removes its files.
  func stop() {
    Glibc.close(socket)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Sends a command and waits for the answer.
  func ask(_ command: String) throws -> Answer {
    var line = command + "\n"
    let sent = line.withUTF8 { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    guard sent == line.utf8.count else { throw Self.gone }
    var answer = Answer()
    while true {
      let words = try nextLine().split(separator: " ").map(String.init)
      switch words.first {
      case "ok":
        answer.now = Int64(words[1]) ?? 0
        answer.sentCount = words.last.flatMap { Int($0) } ?? 0
        return answer
      case "error": throw DeviceError(words.dropFirst().joined(separator: " "))
      default: answer.orders.append(words.joined(separator: " "))
      }
    }
  }

  private func nextLine() throws -> String {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending = Data(pending[(end + 1)...]) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      var room = [UInt8](repeating: 0, count: 4096)
      let count = recv(socket, &room, room.count, 0)
      guard count > 0 else { throw Self.gone }
      pending.append(contentsOf: room[..<count])
    }
  }

  private static var gone: DeviceError {
    DeviceError("the device has ended unexpectedly; what it printed is above")
  }

  /// Returns the output of one of Torpor's commands about the device.
  func output(of command: String, _ arguments: [String]) throws -> String {
    let program = try Self.find(command)
    let all = [program] + arguments + ["--socket", folder + "/socket"]
    // The pages of a busy month have some hundred kilobytes.
    var text = [CChar](repeating: 0, count: 1 << 20)
    let count = Self.withCStrings(all) { torpor_vt_output(program, $0, &text, text.count) }
    guard count >= 0 else {
      throw DeviceError("\(program) cannot be started: \(String(cString: strerror(errno)))")
    }
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // MARK: Folders

  private static func makeFolder() throws -> String {
    // Beside the home folder, and not in the app's temporary folder, which the app may empty.
    let home = URL(fileURLWithPath: try Home.folder())
    let base = home.deletingLastPathComponent().path
    var template = Array((base + "/torpor-device.XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw DeviceError(
        "no folder can be made in \(base): \(String(cString: strerror(errno))). Set TMPDIR to one that can be written to."
      )
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns a program of the SDK: beside its library, or in the folder given by `TORPOR_PROGRAMS`.
  private static func find(_ name: String) throws -> String {
    var places = [environment("TORPOR_PROGRAMS")].compactMap { $0 }
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    torpor_vt_library(&path, path.count)
    let file = String(
      decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    if !file.isEmpty {
      // libSimulatedDevice-VERSION.so has its programs in SimulatedDevice-VERSION.
      let library = URL(fileURLWithPath: file).deletingPathExtension()
      let folder = library.lastPathComponent.dropFirst("lib".count)
      places.append(library.deletingLastPathComponent().appendingPathComponent(String(folder)).path)
    }
    guard let place = places.first(where: { access("\($0)/\(name)", X_OK) == 0 }) else {
      throw DeviceError(
        "the program \(name) is not in \(places.joined(separator: ", ")). Install the SDK again: scripts/sdk FOLDER"
      )
    }
    return "\(place)/\(name)"
  }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func withCStrings<Result>(
    _ texts: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
