// What Apple's Foundation has and Linux's has elsewhere; the toolset file has every file of an app see this module.
//
// Not Foundation itself: it would come before the imports that the file has, and with it the C library's. In Swift 6
// `@preconcurrency import Glibc`, which comes later then, would have no effect.
@_exported public import Combine
@_exported public import Dispatch
@_exported public import FoundationNetworking
