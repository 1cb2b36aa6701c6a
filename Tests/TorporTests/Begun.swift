import Testing

@testable import Torpor
