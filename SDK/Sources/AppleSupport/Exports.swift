// Declarations that Apple's Foundation has and Linux has elsewhere; the toolset file makes this module visible to every
// file of an app.
//
// Foundation itself is not exported: it would come before the file's own imports, and with it the C library. In Swift
// 6, a later `@preconcurrency import Glibc` would have no effect.
@_exported public import Combine
@_exported public import Dispatch
@_exported public import FoundationNetworking
