import Dashboard
import UnixSignals

#if canImport(Glibc)
import Glibc
#endif

let options: Options
do {
  options = try Options(Array(CommandLine.arguments.dropFirst()))
} catch {
  Output.complain(error.sentence)
  exit(64)
}
if options.asksForHelp {
  Output.say(Options.usage)
  exit(0)
}

let login = Login()
let server = Server(login: login, socketPath: options.socketPath, port: options.port)
let page = OpeningPage()

/// Ends this program on the signals that request it, without leaving a page with a token behind.
let signals = Task {
  for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup) {
    page?.remove()
    exit(0)
  }
}

do {
  try await server.run {
    Output.say("The dashboard is at \(login.address)")
    Output.say("The address opens it once, in one browser. Ctrl-C ends it.")
    if options.opensBrowser {
      login.onUse { page?.remove() }
      page?.open(login.address)
    }
  }
} catch let error as AddressInUse {
  page?.remove()
  Output.complain(
    "\(error.address) is in use by another program, which could be sent the token. Choose another port with --port."
  )
  exit(1)
} catch {
  page?.remove()
  Output.complain(
    "127.0.0.1:\(options.port) cannot be served: \(error). Choose another with --port, or none."
  )
  exit(1)
}
