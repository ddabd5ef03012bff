// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the host's values and the program's.

#ifndef TENSORSSA_LIB_INTERP_BOUNDARY_H
#define TENSORSSA_LIB_INTERP_BOUNDARY_H

#include "internal.h"

/// A list of the host and the list of the program that stands for it.
typedef struct list_pair_t {
  tssa_list_t *host;
  list_t *list;
} list_pair_t;

/// One call of the host: what is brought over, and where, for messages.
typedef struct boundary_t {
  interp_t *interp;
  MlirStringRef function;
  int64_t argument;
  list_pair_t *pairs;
  int64_t num_pairs, capacity;
} boundary_t;

/// Records that the call is refused, with the function and the argument in
/// front of the message; returns false.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool refuse(boundary_t *, tssa_status_t, const char *format, ...);

/// The program's value for a value of the host, which must be one of the type.
bool import_value(boundary_t *, tssa_value_t host, const type_t *,
                  value_t *out);
/// The host's value for a value of the program; the caller owns it.
bool export_value(boundary_t *, const value_t *, tssa_value_t *out);
/// The same, but a tensor object that no one else has.
bool export_fresh(boundary_t *, const value_t *, tssa_value_t *out);
/// The kind that values of a type have; NONE if the host has no such values.
tssa_value_kind_t type_value_kind(const type_t *);
/// Makes the host's list hold what the program's does.
bool export_items(boundary_t *, tssa_list_t *host, const list_t *list);

#endif // TENSORSSA_LIB_INTERP_BOUNDARY_H
