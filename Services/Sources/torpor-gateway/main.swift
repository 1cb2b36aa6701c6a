import CAllocator
import Gateway
import Logging
import TorporCrypto
import UnixSignals

#if canImport(Glibc)
import Glibc
#endif

/// Prints one line for the user who started this.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// Prints an error message and ends.
func fail(_ sentence: String, status: Int32 = 1) -> Never {
  let text = "torpor-gateway: \(sentence)\n"
  _ = text.utf8CString.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
  exit(status)
}

LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
let options: Options
do {
  options = try Options(Array(CommandLine.arguments.dropFirst()))
} catch {
  fail(error.sentence, status: 64)
}
switch options.task {
case .help: say(Options.usage)
case .addKey(let order): addKey(order)
case .revokeKey(let dataFolder, let keyID): revokeKey(dataFolder, keyID)
case .listKeys(let dataFolder):
  for account in KeyFolder(dataFolder: dataFolder).accounts() {
    let topics = account.topics.isEmpty ? "every topic" : account.topics.joined(separator: ",")
    let environment = account.environment?.rawValue ?? "both environments"
    let state = account.isRevoked ? "; revoked" : ""
    say("\(account.keyID) of team \(account.team): \(topics), \(environment)\(state)")
  }
case .serve(let settings): await serve(settings)
}

func addKey(_ order: Options.KeyOrder) {
  mkdir(order.dataFolder, 0o700)
  let folder = KeyFolder(dataFolder: order.dataFolder)
  if !order.replaces, folder.accounts().contains(where: { $0.keyID == order.keyID }) {
    fail(
      "\(order.dataFolder) has a key \(order.keyID) already, and its sender could send nothing more. "
        + "Give another --key-id, or --replace."
    )
  }
  var secret: SenderSecret?
  let key: SenderKey
  if let path = order.publicFile {
    guard let pem = TextFile.read(path) else { fail("\(path) cannot be read.") }
    guard let read = SenderKey(pem: pem) else {
      fail("\(path) is not a key of P-256 in PEM; `openssl ec -in KEY.p8 -pubout` makes one.")
    }
    key = read
  } else {
    let made = SenderSecret()
    (secret, key) = (made, made.publicKey)
  }
  let account = SenderAccount(
    team: order.team,
    keyID: order.keyID,
    topics: order.topics,
    environment: order.environment,
    key: key
  )
  do {
    try folder.add(account)
  } catch {
    fail("\(error)")
  }
  // The secret is passed to the sender and stored nowhere here.
  if let secret { say(secret.pem) }
}

func revokeKey(_ dataFolder: String, _ keyID: String) {
  let folder = KeyFolder(dataFolder: dataFolder)
  guard let account = folder.accounts().first(where: { $0.keyID == keyID }) else {
    fail(
      "\(dataFolder) has no key \(keyID); `torpor-gateway key list --data \(dataFolder)` shows all."
    )
  }
  do {
    try folder.add(
      SenderAccount(
        team: account.team,
        keyID: account.keyID,
        topics: account.topics,
        environment: account.environment,
        isRevoked: true,
        key: account.key
      )
    )
  } catch {
    fail("\(error)")
  }
}

func serve(_ settings: GatewaySettings) async {
  // The store contains the secret of all tokens.
  umask(0o077)
  // 8 MiB for each thread: the buffers of a burst of pushes.
  torpor_keep_freed_memory(8 << 20)
  let gateway: Gateway
  do {
    gateway = try await Gateway.start(settings)
  } catch {
    fail("the gateway cannot start: \(error). Check --data, the addresses and the certificate.")
  }
  let scheme = settings.tls == nil ? "http" : "https"
  let addresses = gateway.addresses
  say("Senders: \(scheme)://\(addresses.providers)")
  if let sandbox = addresses.sandboxProviders { say("Senders, sandbox: \(scheme)://\(sandbox)") }
  say("Devices: \(settings.tls == nil ? "ws" : "wss")://\(addresses.devices)/")
  if let web = addresses.web {
    say("Web Push: \(web.text)\(WebOrigin.path)")
  } else {
    say("Web Push: none; --public-url says how its senders reach this")
  }
  if let admin = addresses.admin { say("Metrics: http://\(admin)/metrics") }
  for await _ in await UnixSignalsSequence(trapping: .sigterm, .sigint) {
    await gateway.stop()
    exit(0)
  }
}
