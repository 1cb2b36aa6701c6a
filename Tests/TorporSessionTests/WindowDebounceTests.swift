import Testing
import TorporModel

@testable import torpor_session

@Suite("What counts as seen")
struct WindowDebounceTests {
  private let key = WindowDebounce.Key(processID: 7, isTerminal: false)
  private static let ms: Int64 = 1_000_000

  private func seen(_ looks: [(WindowVisibility?, atMilliseconds: Int64)]) -> WindowDebounce {
    var debounce = WindowDebounce()
    for (visibility, moment) in looks {
      debounce.look(
        visibility.map { [key: $0] } ?? [:],
        atNanoseconds: moment * WindowDebounceTests.ms
      )
    }
    return debounce
  }

  @Test("takes on at once what shows more")
  func gain() {
    #expect(seen([(.visible, 0)]).shown == [key: .visible])
    #expect(seen([(.visible, 0), (.focused, 1)]).shown == [key: .focused])
  }

  @Test(
    "takes on after half a second what shows less",
    arguments: [
      WindowVisibility.visible, .minimised, .elsewhere, nil,
    ]
  )
  func loss(less: WindowVisibility?) {
    var debounce = seen([(.focused, 0), (less, 100), (less, 300)])
    #expect(debounce.shown == [key: .focused])
    #expect(debounce.nextNanoseconds == 600 * WindowDebounceTests.ms)
    debounce.expire(atNanoseconds: 600 * WindowDebounceTests.ms)
    #expect(debounce.shown == less.map { [key: $0] } ?? [:])
    #expect(debounce.nextNanoseconds == nil)
  }

  @Test("gives a second loss its own half a second")
  func lossAfterLoss() {
    var debounce = seen([(.focused, 0), (.visible, 100), (.minimised, 500)])
    debounce.expire(atNanoseconds: 999 * WindowDebounceTests.ms)
    #expect(debounce.shown == [key: .focused])
    debounce.expire(atNanoseconds: 1000 * WindowDebounceTests.ms)
    #expect(debounce.shown == [key: .minimised])
  }

  @Test("does not notice a window that has lost the focus for a moment")
  func comesBack() {
    var debounce = seen([(.focused, 0), (.minimised, 100), (.focused, 200)])
    debounce.expire(atNanoseconds: .max)
    #expect(debounce.shown == [key: .focused])
  }

  @Test("gives a new window half a second to be placed before it counts as hidden")
  func new() {
    var debounce = seen([(.minimised, 0)])
    #expect(debounce.shown.isEmpty)
    debounce.expire(atNanoseconds: 500 * WindowDebounceTests.ms)
    #expect(debounce.shown == [key: .minimised])
    #expect(seen([(.minimised, 0), (.visible, 100)]).shown == [key: .visible])
  }

  @Test("says of two hidden windows that the user has minimised one")
  func best() {
    #expect(WindowVisibility.best(.elsewhere, .minimised) == .minimised)
    #expect(WindowVisibility.best(.minimised, .visible) == .visible)
    #expect(WindowVisibility.best(.focused, .visible) == .focused)
  }
}
