// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One element as text. First every element to be shown is noted, which finds
// the digits that all of them need; then each is written in that form.

#ifndef TENSORSSA_LIB_RUNTIME_NUMBER_TEXT_H
#define TENSORSSA_LIB_RUNTIME_NUMBER_TEXT_H

#include "tensorssa-runtime/dtype.h"

/// Enough for any element in any form.
#define NUMBER_TEXT_SIZE 128

typedef struct number_form_t {
  tssa_dtype_t dtype;
  /// Most digits after the point.
  int precision;
  /// Digits after the point that some number needs: without and with exponent.
  int fixed_digits;
  int exponent_digits;
  /// A number is too large or too small to write it out.
  bool exponents;
} number_form_t;

number_form_t number_form_begin(tssa_dtype_t dtype, int precision);

/// Widens the form so that the element at `element` can be written in it.
void number_form_note(number_form_t *form, const void *element);

/// Writes the element, terminated, and returns its length.
int number_text(const number_form_t *form, const void *element,
                char out_text[NUMBER_TEXT_SIZE]);

#endif // TENSORSSA_LIB_RUNTIME_NUMBER_TEXT_H
