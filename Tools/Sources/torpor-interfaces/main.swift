import FoundationEssentials

// torpor-interfaces INTERFACES OUTPUT: reads every *.varlink of one folder and writes Swift into the other.

struct Failure: Error, CustomStringConvertible {
  var description: String
}

func interface(at path: String, called file: String) throws -> Interface {
  let text = try String(contentsOfFile: path, encoding: .utf8)
  do throws(Mistake) {
    let interface = try Interface(parsing: text)
    guard file == "\(interface.name).varlink" else {
      throw Mistake(
        line: 1,
        text: "describes \(interface.name); call the file \(interface.name).varlink"
      )
    }
    return interface
  } catch {
    throw Failure(description: "\(path):\(error)")
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  throw Failure(
    description: "give the folder of the interfaces, and the folder that Swift is written into"
  )
}
let (folder, output) = (arguments[1], arguments[2])
let files = try FileManager.default.contentsOfDirectory(atPath: folder)
let interfaces = try files.sorted().filter { $0.hasSuffix(".varlink") }.map {
  try interface(at: "\(folder)/\($0)", called: $0)
}
for interface in interfaces {
  try interface.swift.write(
    toFile: "\(output)/\(interface.swiftName).swift",
    atomically: true,
    encoding: .utf8
  )
}
try Interface.list(interfaces).write(
  toFile: "\(output)/Interfaces.swift",
  atomically: true,
  encoding: .utf8
)
print("\(interfaces.count) interfaces, \(interfaces.reduce(0) { $0 + $1.methods.count }) methods")
