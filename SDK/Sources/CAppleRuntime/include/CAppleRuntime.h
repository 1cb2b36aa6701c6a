#ifndef TORPOR_APPLE_RUNTIME_H
#define TORPOR_APPLE_RUNTIME_H

// Makes an object of a class that descends from Foundation's NSObject, by the init() that the class has, inherited
// or its own. Returns it with a reference that the caller owns.
//
// Swift itself makes no object of a class known only at run time unless its init() is `required`, which Apple's is
// not. The method is found in the class's table as the runtime finds one of a class in another module.
void *_Nonnull torpor_construct(const void *_Nonnull class_metadata);

#endif
