import Glibc
import TorporPosix

// The system of one device in virtual time, for tests of apps. `SimulatedDevice` of the SDK starts it, one for each
// device: descriptor 3 is its link, 4 the page with the clock, and the argument the folder for its sockets.

CurrentProcess.fillStandardStreams()
let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 4, let start = Int64(arguments[2]), let processID = Int32(arguments[3])
else {
  print(
    "usage: torpor-device FOLDER HOME WALL-NANOSECONDS PID, with a link as descriptor 3 and a clock as 4"
  )
  exit(64)  // EX_USAGE of <sysexits.h>
}
CurrentProcess.ignoreBrokenPipes()
do {
  let device = try VirtualDevice(
    folder: arguments[0],
    home: arguments[1],
    wallNanoseconds: start,
    processID: processID,
    clockPage: try ClockPage(descriptor: 4)
  )
  let link = Link(descriptor: 3, device: device)
  device.sockets.serve(link)
  // The test may have ended without a word.
  for name in ["app", "socket"] { unlink("\(arguments[0])/\(name)") }
  let answers = arguments[0] + "/answers"
  for name in Files.names(in: answers) { unlink("\(answers)/\(name)") }
  rmdir(answers)
  rmdir(arguments[0])
} catch {
  print("torpor-device: \(error)")
  exit(1)
}
