// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors as nested brackets.

#include "tensorssa-runtime/print.h"
#include "internal.h"
#include "number_text.h"

#include <inttypes.h>
#include <string.h>

tssa_print_options_t tssa_print_options_default(void) {
  tssa_print_options_t options = {1000, 3, 80, 8};
  return options;
}

/// Where text goes: a stream, or a buffer if `stream` is NULL.
typedef struct sink_t {
  FILE *stream;
  char *buffer;
  size_t size;
  size_t length;
  bool failed;
} sink_t;

static void put(sink_t *sink, const char *bytes, size_t count) {
  if (sink->stream) {
    sink->failed |= fwrite(bytes, 1, count, sink->stream) != count;
  } else if (sink->length < sink->size) {
    size_t room = sink->size - sink->length;
    memcpy(sink->buffer + sink->length, bytes, count < room ? count : room);
  }
  sink->length += count;
}

static void put_repeated(sink_t *sink, char c, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    put(sink, &c, 1);
}

typedef struct printer_t {
  const tssa_tensor_t *tensor;
  int64_t item_size;
  /// Entries shown at each end of a dimension; negative: all.
  int64_t edge;
  int64_t line_width;
  number_form_t form;
  /// Characters of the longest element.
  int64_t width;
  sink_t *sink;
  int64_t column;
} printer_t;

/// Calls `visit` for each element that is shown.
static void visit_shown(printer_t *printer, int32_t dim, const char *at,
                        void (*visit)(printer_t *, const void *)) {
  const DLTensor *dl = &printer->tensor->dl;
  if (dim == dl->ndim) {
    visit(printer, at);
    return;
  }
  int64_t size = dl->shape[dim];
  bool cut = printer->edge >= 0 && size > 2 * printer->edge;
  for (int64_t i = 0; i < size; ++i) {
    if (cut && i == printer->edge)
      i = size - printer->edge;
    if (i < size)
      visit_shown(printer, dim + 1,
                  at + i * dl->strides[dim] * printer->item_size, visit);
  }
}

static void visit_form(printer_t *printer, const void *element) {
  number_form_note(&printer->form, element);
}

static void visit_width(printer_t *printer, const void *element) {
  char text[NUMBER_TEXT_SIZE];
  int length = number_text(&printer->form, element, text);
  if (length > printer->width)
    printer->width = length;
}

/// Goes on in the row with a piece of text, or in a new line if the row is
/// full.
static void put_in_row(printer_t *printer, bool first, const char *text,
                       int64_t length, int64_t width) {
  int64_t rank = printer->tensor->dl.ndim;
  int64_t pad = width - length;
  if (!first) {
    if (printer->column + 1 + width > printer->line_width - rank) {
      put(printer->sink, "\n", 1);
      put_repeated(printer->sink, ' ', rank);
      printer->column = rank;
    } else {
      put(printer->sink, " ", 1);
      printer->column += 1;
    }
  }
  put_repeated(printer->sink, ' ', pad);
  put(printer->sink, text, (size_t)length);
  printer->column += width;
}

static void print_row(printer_t *printer, const char *at) {
  const DLTensor *dl = &printer->tensor->dl;
  int64_t size = dl->shape[dl->ndim - 1];
  int64_t step = dl->strides[dl->ndim - 1] * printer->item_size;
  bool cut = printer->edge >= 0 && size > 2 * printer->edge;
  printer->column = dl->ndim;
  for (int64_t i = 0; i < size; ++i) {
    if (cut && i == printer->edge) {
      put_in_row(printer, i == 0, "...", 3, 3);
      i = size - printer->edge;
      if (i == size)
        break;
    }
    char text[NUMBER_TEXT_SIZE];
    int length = number_text(&printer->form, at + i * step, text);
    put_in_row(printer, i == 0, text, length, printer->width);
  }
}

static void print_block(printer_t *printer, int32_t dim, const char *at) {
  const DLTensor *dl = &printer->tensor->dl;
  put(printer->sink, "[", 1);
  if (dim == dl->ndim - 1) {
    print_row(printer, at);
    put(printer->sink, "]", 1);
    return;
  }
  int64_t size = dl->shape[dim];
  bool cut = printer->edge >= 0 && size > 2 * printer->edge;
  for (int64_t i = 0; i < size; ++i) {
    if (i > 0) {
      put_repeated(printer->sink, '\n', dl->ndim - 1 - dim);
      put_repeated(printer->sink, ' ', dim + 1);
    }
    if (cut && i == printer->edge) {
      put(printer->sink, "...", 3);
      i = size - printer->edge - 1;
      continue;
    }
    print_block(printer, dim + 1,
                at + i * dl->strides[dim] * printer->item_size);
  }
  put(printer->sink, "]", 1);
}

/// Number of elements that a summary with `edge` shows, at most `limit` + 1.
static int64_t shown_count(const tssa_tensor_t *tensor, int64_t edge,
                           int64_t limit) {
  int64_t shown = 1;
  for (int32_t d = 0; d < tensor->dl.ndim; ++d) {
    int64_t size = tensor->dl.shape[d];
    int64_t part = size > 2 * edge ? 2 * edge : size;
    if (__builtin_mul_overflow(shown, part, &shown) || shown > limit)
      shown = limit + 1;
  }
  return shown;
}

static tssa_status_t print_tensor(const tssa_tensor_t *tensor,
                                  const tssa_print_options_t *options,
                                  sink_t *sink, tssa_error_t *out_error) {
  tssa_print_options_t used = options ? *options : tssa_print_options_default();
  tssa_status_t status = tssa_tensor_require_cpu(tensor, out_error);
  if (status)
    return status;
  if (used.threshold < 0 || used.threshold >= INT64_MAX ||
      used.edge_items < 0 || used.edge_items > INT32_MAX ||
      used.precision < 0 || used.precision > 17)
    return tssa_error_make(
        out_error, TSSA_STATUS_INVALID_ARGUMENT,
        "expected threshold and edge items to be 0 or more and precision to be "
        "in [0, 17] but got %" PRId64 ", %" PRId64 " and %d",
        used.threshold, used.edge_items, (int)used.precision);
  int64_t count = tssa_tensor_count(tensor);
  if (count == 0) {
    put(sink, "[]", 2);
    return TSSA_STATUS_OK;
  }
  printer_t printer = {.tensor = tensor,
                       .item_size = tssa_dtype_size(tensor->dtype),
                       .edge = -1,
                       .line_width = used.line_width,
                       .form = number_form_begin(tensor->dtype, used.precision),
                       .sink = sink};
  if (count > used.threshold && tensor->dl.ndim > 0) {
    printer.edge = used.edge_items;
    while (printer.edge > 0 &&
           shown_count(tensor, printer.edge, used.threshold) > used.threshold)
      --printer.edge;
  }
  visit_shown(&printer, 0, tensor->dl.data, visit_form);
  visit_shown(&printer, 0, tensor->dl.data, visit_width);
  if (tensor->dl.ndim == 0) {
    char text[NUMBER_TEXT_SIZE];
    put(sink, text, (size_t)number_text(&printer.form, tensor->dl.data, text));
  } else {
    print_block(&printer, 0, tensor->dl.data);
  }
  return TSSA_STATUS_OK;
}

tssa_status_t tssa_tensor_print(const tssa_tensor_t *tensor,
                                const tssa_print_options_t *options,
                                FILE *stream, tssa_error_t *out_error) {
  sink_t sink = {.stream = stream};
  tssa_status_t status = print_tensor(tensor, options, &sink, out_error);
  if (!status && sink.failed)
    return tssa_error_make(out_error, TSSA_STATUS_IO,
                           "cannot write to the stream");
  return status;
}

tssa_status_t tssa_tensor_format(const tssa_tensor_t *tensor,
                                 const tssa_print_options_t *options,
                                 char *buffer, size_t size, size_t *out_length,
                                 tssa_error_t *out_error) {
  sink_t sink = {.buffer = buffer, .size = size ? size - 1 : 0};
  tssa_status_t status = print_tensor(tensor, options, &sink, out_error);
  if (status)
    return status;
  if (size)
    buffer[sink.length < size ? sink.length : size - 1] = '\0';
  if (out_length)
    *out_length = sink.length;
  return TSSA_STATUS_OK;
}

void tssa_tensor_format_type(const tssa_tensor_t *tensor, char *buffer,
                             size_t size) {
  sink_t sink = {.buffer = buffer, .size = size - 1};
  put(&sink, "tensor<", 7);
  for (int32_t d = 0; d < tensor->dl.ndim; ++d) {
    char text[24];
    int length =
        snprintf(text, sizeof text, "%" PRId64 "x", tensor->dl.shape[d]);
    put(&sink, text, (size_t)length);
  }
  const char *element = tssa_dtype_name(tensor->dtype);
  if (tensor->dtype == TSSA_DTYPE_BOOL)
    element = "i1";
  else if (tensor->dtype == TSSA_DTYPE_U8)
    element = "ui8";
  else if (tensor->dtype == TSSA_DTYPE_C64)
    element = "complex<f32>";
  else if (tensor->dtype == TSSA_DTYPE_C128)
    element = "complex<f64>";
  put(&sink, element, strlen(element));
  put(&sink, ">", 1);
  buffer[sink.length < size ? sink.length : size - 1] = '\0';
}
