// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and writing .npy files. What a file claims is compared with how long
// it is before anything is allocated.

#include "tensorssa-runtime/npy.h"
#include "npy_header.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static const unsigned char magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

enum {
  /// Magic and version.
  PREFIX_BYTES = 8,
  /// NumPy itself refuses headers above 10,000 characters by default.
  MAX_HEADER_BYTES = 65535
};

/// Where bytes come from: a file, or memory if `file` is NULL.
typedef struct source_t {
  const char *name;
  FILE *file;
  const unsigned char *bytes;
  uint64_t left;
  tssa_error_t *out_error;
} source_t;

static tssa_status_t read_bytes(source_t *source, void *out_bytes,
                                uint64_t count, const char *what) {
  if (count > source->left)
    return tssa_error_make(source->out_error, TSSA_STATUS_MALFORMED,
                           "%s: expected %" PRIu64
                           " bytes of %s but got %" PRIu64,
                           source->name, count, what, source->left);
  source->left -= count;
  if (count == 0)
    return TSSA_STATUS_OK;
  if (!source->file) {
    memcpy(out_bytes, source->bytes, (size_t)count);
    source->bytes += count;
    return TSSA_STATUS_OK;
  }
  if (fread(out_bytes, 1, (size_t)count, source->file) == count)
    return TSSA_STATUS_OK;
  return tssa_error_make(source->out_error, TSSA_STATUS_IO,
                         "%s: cannot read %s", source->name, what);
}

static tssa_status_t read_header(source_t *source, npy_header_t *out_header) {
  unsigned char prefix[PREFIX_BYTES];
  unsigned char length_bytes[4];
  char text[MAX_HEADER_BYTES];
  tssa_status_t status =
      read_bytes(source, prefix, sizeof prefix, "magic and version");
  if (status)
    return status;
  if (memcmp(prefix, magic, sizeof magic) != 0)
    return tssa_error_make(source->out_error, TSSA_STATUS_MALFORMED,
                           "%s: expected the file to begin with \\x93NUMPY",
                           source->name);
  unsigned major = prefix[6], minor = prefix[7];
  if (major < 1 || major > 3 || minor != 0)
    return tssa_error_make(
        source->out_error, TSSA_STATUS_UNSUPPORTED,
        "%s: expected format version to be 1.0, 2.0 or 3.0 but got %u.%u",
        source->name, major, minor);
  size_t width = major == 1 ? 2 : 4;
  if ((status = read_bytes(source, length_bytes, width, "header length")))
    return status;
  uint32_t length = 0;
  for (size_t i = width; i-- > 0;)
    length = length << 8 | length_bytes[i];
  if (length > MAX_HEADER_BYTES)
    return tssa_error_make(source->out_error, TSSA_STATUS_UNSUPPORTED,
                           "%s: expected header length to be at most %d but "
                           "got %" PRIu32,
                           source->name, (int)MAX_HEADER_BYTES, length);
  if ((status = read_bytes(source, text, length, "header")))
    return status;
  return npy_header_parse(text, length, source->name, out_header,
                          source->out_error);
}

static void column_major(int64_t rank, const int64_t *sizes,
                         int64_t *out_strides) {
  int64_t stride = 1;
  for (int64_t d = 0; d < rank; ++d) {
    out_strides[d] = stride;
    if (sizes[d] > 1)
      stride *= sizes[d];
  }
}

static tssa_status_t read_tensor(source_t *source, const tssa_device_t *device,
                                 tssa_tensor_t **out_tensor) {
  npy_header_t header;
  tssa_storage_t *storage;
  int64_t bytes;
  int64_t strides[TSSA_MAX_RANK];
  tssa_status_t status = read_header(source, &header);
  if (status)
    return status;
  tssa_error_t shape_error;
  status =
      tssa_shape_check(header.rank, header.sizes, tssa_dtype_size(header.dtype),
                       &bytes, &shape_error);
  if (status)
    return tssa_error_make(source->out_error, TSSA_STATUS_MALFORMED, "%s: %s",
                           source->name, shape_error.message);
  if ((uint64_t)bytes != source->left)
    return tssa_error_make(source->out_error, TSSA_STATUS_MALFORMED,
                           "%s: expected %" PRId64
                           " bytes of data but got %" PRIu64,
                           source->name, bytes, source->left);
  if ((status =
           tssa_storage_create(device, bytes, &storage, source->out_error)))
    return status;
  unsigned char *data = tssa_storage_data(storage);
  if (header.fortran_order && bytes > 0)
    column_major(header.rank, header.sizes, strides);
  else
    tssa_layout_row_major(header.rank, header.sizes, strides);
  if (!(status = read_bytes(source, data, (uint64_t)bytes, "data")))
    status = tssa_tensor_from_storage(storage, header.dtype, header.rank,
                                      header.sizes, strides, 0, out_tensor,
                                      source->out_error);
  if (!status && header.dtype == TSSA_DTYPE_BOOL)
    for (int64_t i = 0; i < bytes; ++i)
      data[i] = data[i] != 0;
  tssa_storage_release(storage);
  return status;
}

static tssa_status_t check_device(const tssa_device_t *device,
                                  tssa_error_t *out_error) {
  if (!device || device->id.device_type == kDLCPU)
    return TSSA_STATUS_OK;
  return tssa_error_make(out_error, TSSA_STATUS_UNSUPPORTED,
                         "expected device to be %s but got %s",
                         tssa_device_cpu()->name, device->name);
}

tssa_status_t tssa_npy_read_memory(const void *bytes, size_t size,
                                   const char *name,
                                   const tssa_device_t *device,
                                   tssa_tensor_t **out_tensor,
                                   tssa_error_t *out_error) {
  source_t source = {name, NULL, bytes, size, out_error};
  tssa_status_t status = check_device(device, out_error);
  if (status)
    return status;
  return read_tensor(&source, device, out_tensor);
}

tssa_status_t tssa_npy_read(const char *path, const tssa_device_t *device,
                            tssa_tensor_t **out_tensor,
                            tssa_error_t *out_error) {
  tssa_status_t status = check_device(device, out_error);
  if (status)
    return status;
  FILE *file = fopen(path, "rb");
  if (!file)
    return tssa_error_make(out_error, TSSA_STATUS_IO, "%s: cannot open: %s",
                           path, strerror(errno));
  long size = -1;
  if (fseek(file, 0, SEEK_END) == 0)
    size = ftell(file);
  // What cannot be measured (a pipe), and a directory, whose size is LONG_MAX.
  if (size < 0 || size == LONG_MAX || fseek(file, 0, SEEK_SET) != 0) {
    fclose(file);
    return tssa_error_make(out_error, TSSA_STATUS_IO,
                           "%s: expected a regular file", path);
  }
  source_t source = {path, file, NULL, (uint64_t)size, out_error};
  status = read_tensor(&source, device, out_tensor);
  fclose(file);
  return status;
}

// -- Writing ----------------------------------------------------------------

static bool is_column_major(const tssa_tensor_t *tensor) {
  int64_t expected = 1;
  for (int32_t d = 0; d < tensor->dl.ndim; ++d) {
    if (tensor->dl.shape[d] == 1)
      continue;
    if (tensor->dl.strides[d] != expected)
      return false;
    expected *= tensor->dl.shape[d];
  }
  return true;
}

static bool write_header(FILE *file, const tssa_tensor_t *tensor,
                         bool fortran_order) {
  // 20 digits and two characters for each size, and the rest of the text.
  char text[TSSA_MAX_RANK * 22 + 128];
  size_t length = (size_t)snprintf(
      text, sizeof text, "{'descr': '%s', 'fortran_order': %s, 'shape': (",
      npy_dtype_descr(tensor->dtype), fortran_order ? "True" : "False");
  for (int32_t d = 0; d < tensor->dl.ndim; ++d)
    length +=
        (size_t)snprintf(text + length, sizeof text - length,
                         d ? ", %" PRId64 : "%" PRId64, tensor->dl.shape[d]);
  length += (size_t)snprintf(text + length, sizeof text - length, "%s), }",
                             tensor->dl.ndim == 1 ? "," : "");
  // Spaces and a newline bring the data to a multiple of 64 bytes.
  size_t begin = PREFIX_BYTES + 2;
  size_t padded = (begin + length + 1 + 63) / 64 * 64 - begin;
  unsigned char lead[PREFIX_BYTES + 2] = {0};
  memcpy(lead, magic, sizeof magic);
  lead[6] = 1;
  lead[8] = (unsigned char)(padded & 0xff);
  lead[9] = (unsigned char)(padded >> 8);
  return fwrite(lead, 1, sizeof lead, file) == sizeof lead &&
         fprintf(file, "%s%*s", text, (int)(padded - length), "\n") ==
             (int)padded;
}

static bool write_elements(FILE *file, const tssa_tensor_t *tensor,
                           bool as_they_lie) {
  size_t item_size = (size_t)tssa_dtype_size(tensor->dtype);
  size_t count = (size_t)tssa_tensor_count(tensor);
  if (count == 0)
    return true;
  if (as_they_lie)
    return fwrite(tensor->dl.data, item_size, count, file) == count;
  tssa_walk_t walk = tssa_walk_begin(tensor);
  for (void *element; (element = tssa_walk_next(&walk));)
    if (fwrite(element, item_size, 1, file) != 1)
      return false;
  return true;
}

tssa_status_t tssa_npy_write(const char *path, const tssa_tensor_t *tensor,
                             tssa_error_t *out_error) {
  tssa_status_t status = tssa_tensor_require_cpu(tensor, out_error);
  if (status)
    return status;
  FILE *file = fopen(path, "wb");
  if (!file)
    return tssa_error_make(out_error, TSSA_STATUS_IO, "%s: cannot create: %s",
                           path, strerror(errno));
  bool row_major = tssa_tensor_is_row_major(tensor);
  bool fortran_order = !row_major && is_column_major(tensor);
  bool written = write_header(file, tensor, fortran_order) &&
                 write_elements(file, tensor, row_major || fortran_order);
  int reason = errno;
  // Closing flushes, which is where a full disk shows.
  if (fclose(file) != 0 && written) {
    written = false;
    reason = errno;
  }
  if (written)
    return TSSA_STATUS_OK;
  return tssa_error_make(out_error, TSSA_STATUS_IO, "%s: cannot write: %s",
                         path, strerror(reason));
}
