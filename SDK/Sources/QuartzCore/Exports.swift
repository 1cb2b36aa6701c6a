// For `CACurrentMediaTime()`, which is in AppleSupport; there are no layers.
@_exported public import AppleSupport
@_exported public import Foundation
