import Testing
import TorporModel

@testable import TorporCore

@Suite("The index of apps by their identifiers")
struct SlotIndexTests {
  @Test(
    "knows after any insertions and removals what a dictionary knows",
    arguments: 0..<20 as Range<UInt64>
  )
  func isLikeADictionary(seed: UInt64) {
    var chance = Chance(state: seed)
    // Few more than the table has places at first, so that chains are long, are cut, and wrap around its end.
    let apps = (0..<40).map {
      AppIdentifier("com.example.\(String(repeating: "a", count: 1 + $0 % 9)).n\($0)")!
    }
    var index = SlotIndex()
    var known: [AppIdentifier: Int] = [:]
    for step in 0..<400 {
      let app = apps[Int(chance.next() * Double(apps.count))]
      if known[app] == nil {
        index.insert(app, slot: step)
        known[app] = step
      } else {
        index.remove(app)
        known[app] = nil
      }
      #expect(index.count == known.count)
      for other in apps { #expect(index[other] == known[other]) }
    }
  }

  @Test("finds an identifier by what it says, wherever its bytes lie")
  func equalTextsAreOneApp() {
    var index = SlotIndex()
    // One that is kept in place of a pointer, and one that is not.
    for text in ["a.b", "com.example.an-app-with-a-long-name"] {
      index.insert(AppIdentifier(text)!, slot: text.utf8.count)
      #expect(
        index[AppIdentifier(String(decoding: Array(text.utf8), as: UTF8.self))!] == text.utf8.count
      )
    }
  }

  @Test("removes nothing where the app is not there")
  func removesOnlyWhatIsThere() {
    var index = SlotIndex()
    let (here, elsewhere) = (AppIdentifier("com.example.here")!, AppIdentifier("com.example.not")!)
    index.remove(elsewhere)
    index.insert(here, slot: 3)
    index.remove(elsewhere)
    #expect(index.count == 1)
    #expect(index[here] == 3)
    index.insert(here, slot: 4)
    #expect(index.count == 1)
    #expect(index[here] == 4)
    #expect(index[elsewhere] == nil)
  }
}
