// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses the dictionary of a .npy header: exactly the Python literals that
// NumPy writes there, in any order and spacing, and nothing else.

#include "npy_header.h"

#include <inttypes.h>
#include <string.h>

// In the order of tssa_dtype_t.
static const char *const descrs[TSSA_DTYPE_COUNT] = {
    "|b1", "|i1", "|u1", "<i2", "<i4", "<i8",
    "<f2", "<V2", "<f4", "<f8", "<c8", "<c16"};

const char *npy_dtype_descr(tssa_dtype_t dtype) { return descrs[dtype]; }

typedef struct parser_t {
  const char *at;
  const char *end;
  const char *begin;
  const char *name;
  tssa_error_t *out_error;
} parser_t;

static tssa_status_t fail(parser_t *parser, const char *expected) {
  long column = (long)(parser->at - parser->begin);
  if (parser->at == parser->end)
    return tssa_error_make(parser->out_error, TSSA_STATUS_MALFORMED,
                           "%s: header byte %ld: expected %s but got the end",
                           parser->name, column, expected);
  unsigned char c = (unsigned char)*parser->at;
  if (c >= 0x20 && c < 0x7f)
    return tssa_error_make(parser->out_error, TSSA_STATUS_MALFORMED,
                           "%s: header byte %ld: expected %s but got '%c'",
                           parser->name, column, expected, c);
  return tssa_error_make(parser->out_error, TSSA_STATUS_MALFORMED,
                         "%s: header byte %ld: expected %s but got byte 0x%02x",
                         parser->name, column, expected, c);
}

static void skip_space(parser_t *parser) {
  while (parser->at < parser->end &&
         (*parser->at == ' ' || *parser->at == '\t' || *parser->at == '\n' ||
          *parser->at == '\r'))
    ++parser->at;
}

/// Takes the character if it comes next.
static bool take(parser_t *parser, char c) {
  skip_space(parser);
  if (parser->at == parser->end || *parser->at != c)
    return false;
  ++parser->at;
  return true;
}

/// Takes the word if it comes next.
static bool take_word(parser_t *parser, const char *word) {
  size_t length = strlen(word);
  skip_space(parser);
  if ((size_t)(parser->end - parser->at) < length ||
      memcmp(parser->at, word, length) != 0)
    return false;
  parser->at += length;
  return true;
}

/// A string in single or double quotes, without escapes, of fewer than `size`
/// characters.
static tssa_status_t parse_string(parser_t *parser, char *out_text, size_t size,
                                  const char *expected) {
  skip_space(parser);
  if (parser->at == parser->end || (*parser->at != '\'' && *parser->at != '"'))
    return fail(parser, expected);
  char quote = *parser->at++;
  size_t length = 0;
  for (; parser->at < parser->end && *parser->at != quote; ++parser->at) {
    unsigned char c = (unsigned char)*parser->at;
    if (length + 1 == size || c < 0x20 || c >= 0x7f || c == '\\')
      return fail(parser, "a closing quote");
    out_text[length++] = *parser->at;
  }
  if (parser->at == parser->end)
    return fail(parser, "a closing quote");
  ++parser->at;
  out_text[length] = '\0';
  return TSSA_STATUS_OK;
}

static tssa_status_t parse_descr(parser_t *parser, tssa_dtype_t *out_dtype) {
  char descr[16];
  skip_space(parser);
  if (parser->at < parser->end && (*parser->at == '[' || *parser->at == '('))
    return tssa_error_make(parser->out_error, TSSA_STATUS_UNSUPPORTED,
                           "%s: unsupported structured element type",
                           parser->name);
  tssa_status_t status =
      parse_string(parser, descr, sizeof descr, "an element type in quotes");
  if (status)
    return status;
  for (int i = 0; i < TSSA_DTYPE_COUNT; ++i) {
    tssa_dtype_t dtype = (tssa_dtype_t)i;
    // Bytes have no order, and NumPy itself prints either for void data.
    bool any_order = tssa_dtype_size(dtype) == 1 || dtype == TSSA_DTYPE_BF16;
    if (descr[0] != '\0' && strcmp(descr + 1, descrs[i] + 1) == 0 &&
        (descr[0] == descrs[i][0] ||
         (any_order && (descr[0] == '|' || descr[0] == '<')))) {
      *out_dtype = dtype;
      return TSSA_STATUS_OK;
    }
  }
  if (descr[0] == '>')
    return tssa_error_make(
        parser->out_error, TSSA_STATUS_UNSUPPORTED,
        "%s: expected byte order to be little endian but got '%s'",
        parser->name, descr);
  return tssa_error_make(parser->out_error, TSSA_STATUS_UNSUPPORTED,
                         "%s: unsupported element type '%s'", parser->name,
                         descr);
}

static tssa_status_t parse_bool(parser_t *parser, bool *out_value) {
  if (take_word(parser, "True"))
    *out_value = true;
  else if (take_word(parser, "False"))
    *out_value = false;
  else
    return fail(parser, "True or False");
  return TSSA_STATUS_OK;
}

static tssa_status_t parse_size(parser_t *parser, int64_t *out_size) {
  skip_space(parser);
  if (parser->at == parser->end || *parser->at < '0' || *parser->at > '9')
    return fail(parser, "a size");
  int64_t size = 0;
  for (; parser->at < parser->end && *parser->at >= '0' && *parser->at <= '9';
       ++parser->at)
    if (__builtin_mul_overflow(size, 10, &size) ||
        __builtin_add_overflow(size, *parser->at - '0', &size))
      return fail(parser, "a size that fits 64 bits");
  // Python 2 wrote long integers like this.
  if (parser->at < parser->end && *parser->at == 'L')
    ++parser->at;
  *out_size = size;
  return TSSA_STATUS_OK;
}

/// A tuple of sizes. One size needs a comma behind it: (3) is not a tuple.
static tssa_status_t parse_shape(parser_t *parser, npy_header_t *header) {
  header->rank = 0;
  if (!take(parser, '('))
    return fail(parser, "a tuple of sizes");
  while (!take(parser, ')')) {
    if (header->rank == TSSA_MAX_RANK)
      return tssa_error_make(parser->out_error, TSSA_STATUS_UNSUPPORTED,
                             "%s: expected rank to be at most %d but got more",
                             parser->name, TSSA_MAX_RANK);
    tssa_status_t status = parse_size(parser, &header->sizes[header->rank]);
    if (status)
      return status;
    ++header->rank;
    if (take(parser, ','))
      continue;
    if (header->rank == 1 || !take(parser, ')'))
      return fail(parser, header->rank == 1 ? "','" : "',' or ')'");
    break;
  }
  return TSSA_STATUS_OK;
}

tssa_status_t npy_header_parse(const char *text, size_t length,
                               const char *name, npy_header_t *out_header,
                               tssa_error_t *out_error) {
  enum { DESCR = 1, FORTRAN_ORDER = 2, SHAPE = 4 };
  static const char *const keys[] = {"descr", "fortran_order", "shape"};
  parser_t parser = {text, text + length, text, name, out_error};
  unsigned seen = 0;
  tssa_status_t status;
  if (!take(&parser, '{'))
    return fail(&parser, "'{'");
  while (!take(&parser, '}')) {
    char key[16];
    unsigned bit = 0;
    if ((status = parse_string(&parser, key, sizeof key, "a key in quotes")))
      return status;
    for (unsigned i = 0; i < 3; ++i)
      if (strcmp(key, keys[i]) == 0)
        bit = 1u << i;
    if (!bit)
      return tssa_error_make(out_error, TSSA_STATUS_MALFORMED,
                             "%s: expected header key to be 'descr', "
                             "'fortran_order' or 'shape' but got '%s'",
                             name, key);
    if (seen & bit)
      return tssa_error_make(
          out_error, TSSA_STATUS_MALFORMED,
          "%s: expected header key '%s' once but got it twice", name, key);
    seen |= bit;
    if (!take(&parser, ':'))
      return fail(&parser, "':'");
    status = bit == DESCR ? parse_descr(&parser, &out_header->dtype)
             : bit == FORTRAN_ORDER
                 ? parse_bool(&parser, &out_header->fortran_order)
                 : parse_shape(&parser, out_header);
    if (status)
      return status;
    if (take(&parser, ','))
      continue;
    if (!take(&parser, '}'))
      return fail(&parser, "',' or '}'");
    break;
  }
  for (unsigned i = 0; i < 3; ++i)
    if (!(seen & 1u << i))
      return tssa_error_make(out_error, TSSA_STATUS_MALFORMED,
                             "%s: expected header key '%s' but got none", name,
                             keys[i]);
  skip_space(&parser);
  if (parser.at != parser.end)
    return fail(&parser, "the end of the header");
  return TSSA_STATUS_OK;
}
