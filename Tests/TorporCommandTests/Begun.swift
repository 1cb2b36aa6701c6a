import Testing

@testable import torpor
