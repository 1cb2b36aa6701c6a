#ifndef TORPOR_UIKIT_UIAPPLICATION_H
#define TORPOR_UIKIT_UIAPPLICATION_H

// What the compiler calls for a class with @UIApplicationMain; the names are objects of Foundation's NSString. Swift
// code that calls it has the function of the same name that takes strings, also where both names are nil.
__attribute__((swift_attr("@_disfavoredOverload")))
int UIApplicationMain(int argc, char *_Nullable *_Nonnull argv, const void *_Nullable principalClassName,
                      const void *_Nullable delegateClassName);

#endif
