// As each of Apple's frameworks does.
@_exported public import AppleSupport
@_exported public import Foundation
