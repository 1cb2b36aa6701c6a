import Glibc
import Testing
import TorporModel
import TorporWire

@testable import torpor_transferd

@Suite("A challenge", .serialized)
struct ChallengeTests {
  let server: HostileServer
  let folder: TestFolder
  let service: ServiceUnderTest
  let transfer = TransferIdentifier(rawValue: 1)

  init() throws {
    server = try HostileServer()
    folder = try TestFolder()
    service = try ServiceUnderTest(state: folder.path + "/state")
  }

  private func ask() throws -> TransferServiceResult {
    try service.run(
      TransferStart(
        1,
        TransferContent(
          url: server.url("/secret"),
          destination: TransferDestination(folder.path + "/file")
        )
      )
    )
  }

  @Test("is passed on, and the right answer opens")
  func opens() throws {
    let asked = try ask()
    #expect(asked.isChallenge && asked.status == 401)
    #expect(
      asked.detail.challenge
        == TransferChallenge(host: "127.0.0.1", scheme: "Basic", realm: "the cave, \"inner\" part")
    )
    #expect(asked.detail.cause == "127.0.0.1 asks for a name and a password")
    try service.send(.answer(transfer, .password(user: "ali", password: "sesame")))
    let result = try service.result(of: transfer)
    #expect(result.error == nil && !result.isChallenge && result.status == 200)
    #expect(try folder.read("file") == Array("open".utf8))
  }

  @Test("comes again after a wrong answer")
  func again() throws {
    _ = try ask()
    try service.send(.answer(transfer, .password(user: "ali", password: "open barley")))
    let second = try service.result(of: transfer)
    #expect(second.isChallenge && second.detail.challenge?.previousFailureCount == 1)
    try service.send(.answer(transfer, .password(user: "ali", password: "open wheat")))
    #expect(try service.result(of: transfer).detail.challenge?.previousFailureCount == 2)
    try service.send(.answer(transfer, .password(user: "ali", password: "sesame")))
    #expect(try service.result(of: transfer).error == nil)
  }

  @Test("that is not answered is the server's refusal")
  func refused() throws {
    _ = try ask()
    try service.send(.answer(transfer, .none))
    let result = try service.result(of: transfer)
    #expect(result.error == .httpStatus && !result.isChallenge && result.status == 401)
  }

  @Test(
    "is the strongest of those that can be answered",
    arguments: [
      (["Basic realm=\"a\"", "Digest realm=\"b\", nonce=\"c\""], "Digest", "b"),
      (["Negotiate, Basic realm=plain"], "Basic", "plain"),
      (["Bearer realm=\"x\""], "Bearer", "x"),
      (["Basic realm=\"a \\\"b\\\", c\", charset=\"UTF-8\""], "Basic", "a \"b\", c"),
    ]
  )
  func strongest(values: [String], scheme: String, realm: String) {
    let challenge = Challenge.strongest(in: values, host: "h", isProxy: false)
    #expect(challenge == TransferChallenge(host: "h", scheme: scheme, realm: realm))
  }
}
