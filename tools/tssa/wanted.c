// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a `tssa.test` may say of an argument of some type.

#include "wanted.h"
#include "arguments.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "tensorssa-c/TSSA.h"
#include <string.h>

/// The argument that is looked at.
typedef struct checker_t {
  const function_t *function;
  intptr_t argument;
} checker_t;

static bool is_null(MlirAttribute attribute) {
  return mlirAttributeIsNull(attribute);
}

static MlirAttribute entry(MlirAttribute dictionary, const char *name) {
  return mlirDictionaryAttrGetElementByName(
      dictionary, mlirStringRefCreateFromCString(name));
}

/// Reports at the argument that `what` should have been something else.
static bool refuse(const checker_t *checker, const char *what,
                   const char *expected, MlirAttribute got) {
  text_t text = {0};
  text_printf(&text, "expected ");
  if (what[0])
    text_printf(&text, "'%s' in ", what);
  text_printf(&text, "'tssa.test' of argument %lld to be %s but got ",
              (long long)checker->argument, expected);
  if (is_null(got))
    text_printf(&text, "none");
  else
    mlirAttributePrint(got, text_callback, &text);
  MlirBlock block =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(checker->function->op, 0));
  mlirEmitError(
      mlirValueGetLocation(mlirBlockGetArgument(block, checker->argument)),
      text.text);
  text_free(&text);
  return false;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static bool is_integer(MlirAttribute attribute, int64_t low) {
  return mlirAttributeIsAInteger(attribute) &&
         !mlirAttributeIsABool(attribute) &&
         mlirIntegerAttrGetValueInt(attribute) >= low;
}

static bool is_size(MlirAttribute attribute) {
  return is_integer(attribute, 0);
}

static bool is_size_or_name(MlirAttribute attribute) {
  return is_size(attribute) || mlirAttributeIsAString(attribute);
}

static bool is_index(MlirAttribute attribute) {
  return is_integer(attribute, INT64_MIN) || mlirAttributeIsAString(attribute);
}

static bool is_real(MlirAttribute attribute) {
  return mlirAttributeIsAFloat(attribute) || is_index(attribute);
}

static bool is_truth(MlirAttribute attribute) {
  return mlirAttributeIsABool(attribute) || is_integer(attribute, 0);
}

/// Whether an attribute is one of a kind, or a choice of several.
static bool is_choice(MlirAttribute attribute, bool (*is)(MlirAttribute)) {
  if (!mlirAttributeIsAArray(attribute))
    return is(attribute);
  intptr_t count = mlirArrayAttrGetNumElements(attribute);
  for (intptr_t i = 0; i < count; ++i)
    if (!is(mlirArrayAttrGetElement(attribute, i)))
      return false;
  return count > 0;
}

static bool number(MlirAttribute attribute, double *out_value) {
  if (is_null(attribute))
    return false;
  bool real = mlirAttributeIsAFloat(attribute);
  if (real)
    *out_value = mlirFloatAttrGetValueDouble(attribute);
  else if (mlirAttributeIsAInteger(attribute))
    *out_value = (double)mlirIntegerAttrGetValueInt(attribute);
  return real || mlirAttributeIsAInteger(attribute);
}

//===----------------------------------------------------------------------===//
// Dictionaries
//===----------------------------------------------------------------------===//

/// Whether a dictionary has only these entries, which NULL ends.
static bool check_names(const checker_t *checker, MlirAttribute wanted,
                        const char *const *names) {
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(wanted); ++i) {
    MlirStringRef name =
        mlirIdentifierStr(mlirDictionaryAttrGetElement(wanted, i).name);
    bool known = false;
    text_t text = {0};
    for (const char *const *other = names; *other; ++other) {
      known |= mlirStringRefEqual(name, mlirStringRefCreateFromCString(*other));
      text_printf(&text, "%s%s",
                  other == names ? "a dictionary of "
                  : other[1]     ? ", "
                                 : " and ",
                  *other);
    }
    if (!known)
      refuse(checker, "", text.text, wanted);
    text_free(&text);
    if (!known)
      return false;
  }
  return true;
}

/// An entry that may be missing.
static bool check_entry(const checker_t *checker, MlirAttribute wanted,
                        const char *name, bool (*is)(MlirAttribute),
                        const char *expected) {
  MlirAttribute attribute = entry(wanted, name);
  return is_null(attribute) || is_choice(attribute, is) ||
         refuse(checker, name, expected, attribute);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// An entry a dimension, of which the type may have said all; those at the end
/// may be missing.
static bool check_sizes(const checker_t *checker, MlirType type,
                        MlirAttribute sizes, const char *what) {
  int64_t rank = mlirShapedTypeGetRank(type);
  char expected[160];
  snprintf(expected, sizeof expected,
           "sizes for at most %lld dimensions: a number of at least 0, a name "
           "in quotes, or an array of these to choose from,",
           (long long)rank);
  int64_t count = mlirAttributeIsAArray(sizes)
                      ? mlirArrayAttrGetNumElements(sizes)
                      : rank + 1;
  bool fits = count <= rank;
  for (int64_t i = 0; fits && i < count; ++i) {
    MlirAttribute size = mlirArrayAttrGetElement(sizes, i);
    fits = is_choice(size, is_size_or_name);
    if (!fits || mlirShapedTypeIsDynamicDim(type, i) ||
        (is_size(size) &&
         mlirIntegerAttrGetValueInt(size) == mlirShapedTypeGetDimSize(type, i)))
      continue;
    snprintf(expected, sizeof expected,
             "%lld in dimension %lld, as the type says,",
             (long long)mlirShapedTypeGetDimSize(type, i), (long long)i);
    fits = false;
  }
  return fits || refuse(checker, what, expected, sizes);
}

static bool check_strides(const checker_t *checker, MlirType type,
                          MlirAttribute strides) {
  int64_t rank = mlirShapedTypeGetRank(type);
  bool fits = mlirAttributeIsAArray(strides) &&
              mlirArrayAttrGetNumElements(strides) == rank;
  for (int64_t i = 0; fits && i < rank; ++i)
    fits = is_integer(mlirArrayAttrGetElement(strides, i), 0);
  char expected[80];
  snprintf(expected, sizeof expected,
           "a number of at least 0 for each of %lld dimensions",
           (long long)rank);
  return fits || refuse(checker, "strides", expected, strides);
}

/// The storage of another argument.
static bool check_shares(const checker_t *checker, MlirAttribute shares) {
  int64_t with = is_size(shares) ? mlirIntegerAttrGetValueInt(shares) : -1;
  bool fits = with >= 0 && with < checker->argument;
  if (fits) {
    MlirType own = function_input(checker->function, checker->argument);
    MlirType other = function_input(checker->function, with);
    fits = tssaTypeIsARef(own) && tssaTypeIsARef(other) &&
           mlirTypeEqual(mlirShapedTypeGetElementType(own),
                         mlirShapedTypeGetElementType(other));
  }
  return fits ||
         refuse(checker, "shares",
                "the number of an earlier argument, both of them refs of one "
                "element type,",
                shares);
}

static bool check_range(const checker_t *checker, MlirAttribute wanted) {
  MlirAttribute min = entry(wanted, "min"), max = entry(wanted, "max");
  double low, high;
  if (is_null(min) && is_null(max))
    return true;
  if (!number(min, &low))
    return refuse(checker, "min", "a number, as 'max' needs one,", min);
  if (!number(max, &high) || high < low)
    return refuse(checker, "max", "a number that is not less than 'min'", max);
  return true;
}

static bool check_tensor(const checker_t *checker, MlirType type,
                         MlirAttribute wanted) {
  static const char *const names[] = {"sizes",  "min",     "max",
                                      "layout", "strides", "offset",
                                      "behind", "shares",  NULL};
  if (mlirAttributeIsAArray(wanted))
    return check_sizes(checker, type, wanted, "");
  if (!mlirAttributeIsADictionary(wanted))
    return refuse(checker, "", "an array of sizes or a dictionary", wanted);
  static const char places[] =
      "a number of at least 0, or an array of these to choose from,";
  MlirAttribute sizes = entry(wanted, "sizes"),
                layout = entry(wanted, "layout"),
                strides = entry(wanted, "strides"),
                shares = entry(wanted, "shares");
  if (!is_null(layout) &&
      !(mlirAttributeIsAString(layout) &&
        mlirStringRefEqual(mlirStringAttrGetValue(layout),
                           mlirStringRefCreateFromCString("contiguous"))))
    return refuse(checker, "layout", "\"contiguous\"", layout);
  return check_names(checker, wanted, names) &&
         (is_null(sizes) || check_sizes(checker, type, sizes, "sizes")) &&
         (is_null(strides) || check_strides(checker, type, strides)) &&
         (is_null(shares) || check_shares(checker, shares)) &&
         check_entry(checker, wanted, "offset", is_size, places) &&
         check_entry(checker, wanted, "behind", is_size, places) &&
         check_range(checker, wanted);
}

//===----------------------------------------------------------------------===//
// All types
//===----------------------------------------------------------------------===//

static bool check_value(const checker_t *checker, MlirType type,
                        MlirAttribute wanted) {
  static const char *const names[] = {"length", "element", NULL};
  tssa_dtype_t dtype;
  switch (type_kind(type, &dtype)) {
  case TSSA_VALUE_TENSOR:
    return check_tensor(checker, type, wanted);
  case TSSA_VALUE_LIST: {
    if (!mlirAttributeIsADictionary(wanted))
      return refuse(checker, "", "a dictionary of length and element", wanted);
    MlirAttribute element = entry(wanted, "element");
    return check_names(checker, wanted, names) &&
           check_entry(checker, wanted, "length", is_size_or_name,
                       "a number of at least 0, the name of a size in quotes, "
                       "or an array of these to choose from,") &&
           (is_null(element) ||
            check_value(checker, tssaListTypeGetElementType(type), element));
  }
  case TSSA_VALUE_BOOL:
    return is_choice(wanted, is_truth) ||
           refuse(checker, "",
                  "true or false, or an array of these to choose from,",
                  wanted);
  case TSSA_VALUE_FLOAT:
    return is_choice(wanted, is_real) ||
           refuse(checker, "",
                  "a number, or an array of numbers to choose from,", wanted);
  case TSSA_VALUE_INT:
    return is_choice(wanted, is_index) ||
           refuse(checker, "",
                  "an integer, the name of a size in quotes, or an array of "
                  "these to choose from,",
                  wanted);
  default:
    // That it cannot be drawn is said elsewhere.
    return true;
  }
}

bool wanted_check(const function_t *function) {
  for (intptr_t i = 0; i < function_num_inputs(function); ++i) {
    checker_t checker = {function, i};
    MlirAttribute wanted = function_input_attribute(function, i, "tssa.test");
    if (!is_null(wanted) &&
        !check_value(&checker, function_input(function, i), wanted))
      return false;
  }
  return true;
}
