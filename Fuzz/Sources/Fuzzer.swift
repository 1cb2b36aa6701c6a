// The door through which bytes come in: from libFuzzer where the program is built with it
// (`scripts/fuzz`), else from the files that are named.

#if LIBFUZZER
import Glibc

/// The parser that `TORPOR_FUZZ` names; libFuzzer hands no arguments of ours on.
private let chosen: FuzzTarget = {
  let name = getenv("TORPOR_FUZZ").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    fatalError("TORPOR_FUZZ must be one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
  }
  return target
}()

/// Tries one input; what it breaks ends the process, and libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  _ = chosen.accepts([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
#else
import Glibc

/// Tries files once each, without libFuzzer: what a reader of a crash starts in a debugger.
@main
enum Replay {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let target = FuzzTarget.all.first(where: { $0.name == arguments.first }) else {
      let names = FuzzTarget.all.map(\.name)
      print("torpor-fuzz: name a target and files. Targets: \(names.joined(separator: ", ")).")
      exit(arguments.isEmpty || arguments.first == "--list" ? 0 : 64)
    }
    for file in arguments.dropFirst() {
      guard let bytes = read(file) else {
        print("torpor-fuzz: \(file) cannot be read: \(String(cString: strerror(errno)))")
        exit(66)
      }
      print("\(file): \(target.accepts(bytes) ? "accepted" : "refused")")
    }
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }
}
#endif
