package import TorporAppModel

extension PresentationOptions {
  /// The options that the words name.
  package init(_ words: [App.PresentationOption]) {
    self = []
    for word in words { insert(Self(word)) }
  }

  private init(_ word: App.PresentationOption) {
    self =
      switch word {
      case .badge: .badge
      case .sound: .sound
      case .list: .list
      case .banner: .banner
      }
  }

  /// The words for the options, in the order of the interface.
  package var words: [App.PresentationOption] {
    App.PresentationOption.allCases.filter { contains(Self($0)) }
  }
}
