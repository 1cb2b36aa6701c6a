import Testing

@testable import PushLink

@Suite("Why there is no connection to the gateway")
struct LinkFailureTests {
  private static let unreachable =
    "wss://g cannot be reached: nothing listens there. It will be tried again; check the address, and that "
    + "the gateway runs."
  private static let certificate =
    "wss://g shows a certificate that is not trusted: it is for another host. Give the authority that "
    + "has signed it with --certificate FILE, or let the gateway use one that this machine knows."
  private static let notAGateway =
    "What answers at wss://g is not a push gateway: it does not speak TLS. Check host and port: devices "
    + "have a port of their own."
  private static let keyRefused =
    "wss://g refuses the key of this device (status 401). Ask its operator; the key is device.key in the "
    + "state folder, and without that file a new one is made, for which apps get new tokens."
  private static let notSaved =
    "the daemon could not save a push (disk full), so the gateway keeps it. It will be tried again."

  private static let storeFails =
    "wss://g cannot read or write what it keeps for this device: its disk is full, or its store does "
    + "not answer. It will be tried again; its log says why."

  private static let cases: [(LinkFailure, String)] = [
    (.unreachable("nothing listens there"), unreachable),
    (.certificate("it is for another host"), certificate),
    (.notAGateway("it does not speak TLS"), notAGateway), (.keyRefused(status: 401), keyRefused),
    (.silent(.seconds(4)), "wss://g has not answered for 4 s. It will be tried again."),
    (.closed("code 1001"), "wss://g has ended the connection (code 1001). It will be tried again."),
    (.notSaved("disk full"), notSaved), (.storeFails, storeFails),
  ]

  @Test("is said with its cause and what to do", arguments: cases)
  func sentences(failure: LinkFailure, sentence: String) {
    #expect(failure.sentence("wss://g") == sentence)
  }

  @Test("is tried again at once where it may pass by itself, and not before 30 s where it does not")
  func waits() {
    #expect(LinkFailure.unreachable("").waitMin == .zero)
    #expect(LinkFailure.keyRefused(status: 401).waitMin == .seconds(30))
    #expect(LinkFailure.storeFails.waitMin == .seconds(10))
  }
}
