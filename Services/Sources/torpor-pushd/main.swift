import PushLink
import UnixSignals

#if canImport(Glibc)
import Glibc
#endif

/// Writes a line for the administrator of this program.
@Sendable func complain(_ sentence: String) {
  let text = "torpor-pushd: \(sentence)\n"
  _ = text.utf8CString.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
}

let options: Options
do throws(Options.Mistake) {
  options = try Options(Array(CommandLine.arguments.dropFirst()))
} catch {
  complain(error.sentence)
  exit(64)
}

switch options {
case .help: print(Options.usage)
case .send(let sender, let push):
  do throws(LinkFailure) {
    let answer = try await sender.send(push)
    guard answer.status == 200 else {
      complain(
        "the gateway refuses the push: \(answer.reason ?? "no reason") (status \(answer.status)). "
          + "docs/push-gateway.md says what each reason means."
      )
      exit(1)
    }
    print("Accepted by the gateway: \(answer.identifier)")
    print("Details: torpor why \(push.topic)")
  } catch {
    complain(error.sentence("the gateway"))
    exit(1)
  }
case .link(let settings):
  let signals = Task {
    for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup) { exit(0) }
  }
  do throws(LinkEnd) {
    try await LinkProcess(settings, log: complain).run()
  } catch {
    complain(error.sentence + ".")
    // EX_TEMPFAIL, for a service manager: if this program were restarted, it would replace the other one again.
    exit(error.isReplaced ? 75 : 1)
  }
  signals.cancel()
}
