// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// .npy files as nobody should write them: each malformed header has its
// message, and no mutation of good files does more than fail.
//
// RUN: %test_bin/runtime-npy-hostile

#include "check.h"
#include "counting_allocator.h"
#include "tensorssa-runtime/npy.h"
#include "tensorssa-runtime/random.h"

static counting_allocator_t counting;
static tssa_device_t device;

/// Reads from a copy of exactly the size, so that a sanitizer sees any step
/// beyond. What is read is used and released.
static tssa_status_t read_bytes(const void *bytes, size_t size,
                                tssa_error_t *out_error) {
  char *copy = malloc(size ? size : 1);
  tssa_tensor_t *tensor = NULL;
  out_error->message[0] = '\0';
  memcpy(copy, bytes, size);
  tssa_status_t status =
      tssa_npy_read_memory(copy, size, "f", &device, &tensor, out_error);
  free(copy);
  if (status == TSSA_STATUS_OK) {
    uint64_t sum = 0;
    for (int64_t i = 0; i < tensor->storage_bytes; ++i)
      sum += ((unsigned char *)tensor->storage_data)[i];
    CHECK(sum != UINT64_MAX);
  } else {
    CHECK(tensor == NULL && out_error->message[0] != '\0');
  }
  tssa_tensor_release(tensor);
  CHECK(counting.live == 0);
  return status;
}

/// A file of version `major` with this header text and `data_size` bytes.
static size_t make_file(char *out_bytes, int major, const char *header,
                        size_t data_size) {
  size_t length = strlen(header), begin = major == 1 ? 10 : 12;
  memcpy(out_bytes, "\x93NUMPY", 6);
  out_bytes[6] = (char)major;
  out_bytes[7] = 0;
  memset(out_bytes + 8, 0, begin - 8);
  out_bytes[8] = (char)(length & 0xff);
  out_bytes[9] = (char)(length >> 8);
  memcpy(out_bytes + begin, header, length);
  for (size_t i = 0; i < data_size; ++i)
    out_bytes[begin + length + i] = (char)(i * 7);
  return begin + length + data_size;
}

typedef struct case_t {
  const char *header;
  size_t data_size;
  tssa_status_t status;
  const char *message;
} case_t;

#define OK TSSA_STATUS_OK
#define BAD TSSA_STATUS_MALFORMED
#define UNSUPPORTED TSSA_STATUS_UNSUPPORTED
#define REST "'fortran_order': False, 'shape': (2,)}"
#define D "{'descr': '<f4', "
#define DF "{'descr': '<f4', 'fortran_order': False, 'shape': "

static const case_t cases[] = {
    {"{'descr': '<f4', " REST, 8, OK, ""},
    {"{'descr':'<f4','fortran_order':False,'shape':(2,)}", 8, OK, ""},
    {" { \"shape\" : ( 2 , ) , \"descr\" : \"<f4\" , "
     "\"fortran_order\" : True , } \n",
     8, OK, ""},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 1L)}", 8, OK, ""},
    {"{'descr': '|V2', " REST, 4, OK, ""},
    {"{'descr': '<i1', " REST, 2, OK, ""},
    {DF "(2,)}", 9, BAD, "f: expected 8 bytes of data but got 9"},
    {DF "(2,)}", 7, BAD, "f: expected 8 bytes of data but got 7"},
    {DF "(2,)} x", 8, BAD,
     "f: header byte 56: expected the end of the header but got 'x'"},
    {DF "(2)}", 8, BAD, "f: header byte 52: expected ',' but got ')'"},
    {DF "(2 3)}", 8, BAD, "f: header byte 53: expected ',' but got '3'"},
    {DF "(2, 3 4)}", 8, BAD,
     "f: header byte 56: expected ',' or ')' but got '4'"},
    {DF "(,)}", 8, BAD, "f: header byte 51: expected a size but got ','"},
    {DF "(-2,)}", 8, BAD, "f: header byte 51: expected a size but got '-'"},
    {DF "(2.,)}", 8, BAD, "f: header byte 52: expected ',' but got '.'"},
    {DF "2}", 8, BAD,
     "f: header byte 50: expected a tuple of sizes but got '2'"},
    {DF "[2]}", 8, BAD,
     "f: header byte 50: expected a tuple of sizes but got '['"},
    {DF "(9223372036854775808,)}", 8, BAD,
     "f: header byte 69: expected a size that fits 64 bits but got '8'"},
    {DF "(9223372036854775807,)}", 8, BAD,
     "f: expected element count to be at most 288230376151711743 but the sizes "
     "multiply to more"},
    {DF "(4294967296, 4294967296)}", 8, BAD,
     "f: expected element count to be at most 288230376151711743 but the sizes "
     "multiply to more"},
    {DF "(288230376151711743,)}", 8, BAD,
     "f: expected 1152921504606846972 bytes of data but got 8"},
    {DF "(0, 9223372036854775807)}", 0, OK, ""},
    {DF "(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, "
        "1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, "
        "1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)}",
     4, UNSUPPORTED, "f: expected rank to be at most 64 but got more"},
    {"{'descr': '>f4', " REST, 8, UNSUPPORTED,
     "f: expected byte order to be little endian but got '>f4'"},
    {"{'descr': '|f4', " REST, 8, UNSUPPORTED,
     "f: unsupported element type '|f4'"},
    {"{'descr': '<u4', " REST, 8, UNSUPPORTED,
     "f: unsupported element type '<u4'"},
    {"{'descr': '|O', " REST, 8, UNSUPPORTED,
     "f: unsupported element type '|O'"},
    {"{'descr': '', " REST, 8, UNSUPPORTED, "f: unsupported element type ''"},
    {"{'descr': [('a', '<f4')], " REST, 8, UNSUPPORTED,
     "f: unsupported structured element type"},
    {"{'descr': <f4, " REST, 8, BAD,
     "f: header byte 10: expected an element type in quotes but got '<'"},
    {"{'descr': 'a very long element type', " REST, 8, BAD,
     "f: header byte 26: expected a closing quote but got 'm'"},
    {"{'descr': '<f4", 8, BAD,
     "f: header byte 14: expected a closing quote but got the end"},
    {"{'descr': '<f\\x34', " REST, 8, BAD,
     "f: header byte 13: expected a closing quote but got '\\'"},
    {"{'descr': '<f4\x01', " REST, 8, BAD,
     "f: header byte 14: expected a closing quote but got byte 0x01"},
    {D "'fortran_order': 0, 'shape': (2,)}", 8, BAD,
     "f: header byte 34: expected True or False but got '0'"},
    {D "'fortran_order' False, 'shape': (2,)}", 8, BAD,
     "f: header byte 33: expected ':' but got 'F'"},
    {D "'shape': (2,)}", 8, BAD,
     "f: expected header key 'fortran_order' but got none"},
    {"{}", 8, BAD, "f: expected header key 'descr' but got none"},
    {D "'descr': '<f4', " REST, 8, BAD,
     "f: expected header key 'descr' once but got it twice"},
    {"{'order': '<f4', " REST, 8, BAD,
     "f: expected header key to be 'descr', 'fortran_order' or 'shape' but got "
     "'order'"},
    {D "'shape': (2,)", 8, BAD,
     "f: header byte 30: expected ',' or '}' but got the end"},
    {D "5: 5}", 8, BAD,
     "f: header byte 17: expected a key in quotes but got '5'"},
    {"", 8, BAD, "f: header byte 0: expected '{' but got the end"},
    {"\xff\xfe", 8, BAD, "f: header byte 0: expected '{' but got byte 0xff"},
};

static void each_case_has_its_message(void) {
  char bytes[1024];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    for (int major = 1; major <= 3; ++major) {
      tssa_error_t error;
      size_t size =
          make_file(bytes, major, cases[i].header, cases[i].data_size);
      CHECK_EQ(read_bytes(bytes, size, &error), cases[i].status);
      CHECK_TEXT(error.message, cases[i].message);
    }
}

static void versions_and_lengths(void) {
  char bytes[1024];
  tssa_error_t error;
  size_t size = make_file(bytes, 4, cases[0].header, 8);
  CHECK_EQ(read_bytes(bytes, size, &error), UNSUPPORTED);
  CHECK_TEXT(error.message, "f: expected format version to be 1.0, 2.0 or 3.0 "
                            "but got 4.0");
  size = make_file(bytes, 1, cases[0].header, 8);
  bytes[7] = 1;
  CHECK_EQ(read_bytes(bytes, size, &error), UNSUPPORTED);
  bytes[7] = 0;
  bytes[0] = 'x';
  CHECK_EQ(read_bytes(bytes, size, &error), BAD);
  CHECK_TEXT(error.message, "f: expected the file to begin with \\x93NUMPY");
  size = make_file(bytes, 1, cases[0].header, 8);
  memset(bytes + 8, 0xff, 2);
  CHECK_EQ(read_bytes(bytes, size, &error), BAD);
  CHECK_TEXT(error.message, "f: expected 65535 bytes of header but got 63");
  size = make_file(bytes, 2, cases[0].header, 8);
  memset(bytes + 8, 0xff, 4);
  CHECK_EQ(read_bytes(bytes, size, &error), UNSUPPORTED);
  CHECK_TEXT(error.message, "f: expected header length to be at most 65535 but "
                            "got 4294967295");
  // Booleans other than 0 and 1 become 1.
  tssa_tensor_t *tensor = NULL;
  size = make_file(bytes, 1, "{'descr': '|b1', " REST, 2);
  bytes[size - 1] = 2;
  CHECK_EQ(tssa_npy_read_memory(bytes, size, "f", NULL, &tensor, NULL), OK);
  CHECK_EQ(((uint8_t *)tensor->dl.data)[1], 1);
  tssa_tensor_release(tensor);
}

static void every_truncation_fails(void) {
  char bytes[1024];
  tssa_error_t error;
  size_t size = make_file(bytes, 1, cases[0].header, 8);
  for (size_t cut = 0; cut < size; ++cut)
    CHECK_EQ(read_bytes(bytes, cut, &error), BAD);
}

/// Every byte of the header in turn becomes every other one.
static void every_single_byte(void) {
  char bytes[1024];
  tssa_error_t error;
  int64_t good = 0;
  for (int major = 1; major <= 2; ++major) {
    size_t size = make_file(bytes, major, cases[0].header, 8);
    for (size_t at = 0; at < size - 8; ++at) {
      char kept = bytes[at];
      for (int value = 0; value < 256; ++value) {
        bytes[at] = (char)value;
        good += read_bytes(bytes, size, &error) == OK;
      }
      bytes[at] = kept;
    }
  }
  CHECK(good > 0);
}

/// Random edits: bytes changed, taken out, put in, pieces doubled; with a
/// liking for characters that mean something.
static void random_edits(void) {
  static const char liked[] = "{}()[]'\",: 0123456789LTFalseru<>|=bifcV-.\\\n";
  tssa_random_t random = tssa_random_create(3);
  char bytes[2048];
  tssa_error_t error;
  int64_t good = 0;
  for (int round = 0; round < 300000; ++round) {
    const case_t *c = &cases[tssa_random_integer(&random, 0, 5)];
    size_t size = make_file(bytes, (int)tssa_random_integer(&random, 1, 3),
                            c->header, c->data_size);
    int64_t edits = tssa_random_integer(&random, 1, 5);
    for (int64_t i = 0; i < edits; ++i) {
      size_t at = (size_t)tssa_random_integer(&random, 6, (int64_t)size - 1);
      char value = (char)tssa_random_next(&random);
      if (tssa_random_integer(&random, 0, 3))
        value = liked[tssa_random_integer(&random, 0, sizeof liked - 2)];
      switch (tssa_random_integer(&random, 0, 2)) {
      case 0:
        bytes[at] = value;
        break;
      case 1:
        memmove(bytes + at, bytes + at + 1, size - at - 1);
        --size;
        break;
      default:
        memmove(bytes + at + 1, bytes + at, size - at);
        bytes[at] = value;
        ++size;
        break;
      }
    }
    good += read_bytes(bytes, size, &error) == OK;
  }
  CHECK(good > 0);
}

int main(void) {
  device = tssa_device_cpu_with(counting_allocator(&counting));
  each_case_has_its_message();
  versions_and_lengths();
  every_truncation_fails();
  every_single_byte();
  random_edits();
  return CHECK_END();
}
