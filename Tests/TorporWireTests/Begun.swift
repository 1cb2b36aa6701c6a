import Testing

@testable import TorporWire
