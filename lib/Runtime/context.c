// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The context of a call. Every allocation has a header right in front of it,
// which links it into the context's list and says how to free it; so freeing
// takes no search, and a detached allocation needs the context no more.

// For the clock.
#define _POSIX_C_SOURCE 200809L

#include "tensorssa-runtime/context.h"
#include "host_functions.h"
#include "internal.h"
#include "objects.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

typedef struct block_t {
  struct block_t *next;
  /// The link that points here: the context's first one or a block's `next`.
  struct block_t **link;
  int64_t bytes;
  tssa_allocator_t allocator;
} block_t;

/// Keeps what follows the header aligned.
enum { HEADER_BYTES = TSSA_ALIGNMENT };
_Static_assert(sizeof(block_t) <= HEADER_BYTES, "the header must fit");

/// Memory of a storage that has grown since.
typedef struct retired_t {
  struct retired_t *next;
  tssa_memory_t memory;
} retired_t;

enum { RECORD_NONE, RECORD_BEING_WRITTEN, RECORD_COMPLETE };

struct tssa_context_t {
  tssa_allocator_t allocator;
  block_t *blocks;
  int64_t count;
  int64_t bytes;
  int64_t peak;
  /// RECORD_…: the thread that moves it from NONE writes the record.
  atomic_int record_state;
  tssa_failure_t record;
  /// The site of an error of the host's own, and its text, braces doubled.
  tssa_site_t host_site;
  char host_text[2 * TSSA_ERROR_MESSAGE_SIZE];
  /// What storages had before they grew.
  retired_t *retired;
  /// Storages of arguments, and of allocations that a list or the host holds
  /// too; lists that the call made.
  tssa_objects_t objects;
  /// Where the stack of the call begins, and how many bytes of it recursion may
  /// use.
  uintptr_t stack_base;
  uintptr_t stack_bytes;
  /// Functions of the host; they outlive calls.
  tssa_host_entry_t *host_functions;
  /// Who is told of events; NULL: nobody.
  tssa_profiler_t profiler;
  void *profiler_user;
  /// Threads; without `run` there are none.
  tssa_parallel_t parallel;
};

// -- Events -----------------------------------------------------------------

void tssa_context_set_profiler(tssa_context_t *context,
                               tssa_profiler_t profiler, void *user) {
  context->profiler = profiler;
  context->profiler_user = user;
}

void tssa_context_tell(tssa_context_t *context, tssa_event_kind_t kind,
                       const char *name, tssa_status_t status, int64_t bytes) {
  if (!context->profiler)
    return;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  tssa_event_t event = {kind, status, name, bytes,
                        (int64_t)now.tv_sec * 1000000000 + now.tv_nsec};
  context->profiler(context->profiler_user, context, &event);
}

// -- Threads ----------------------------------------------------------------

void tssa_context_set_parallel(tssa_context_t *context,
                               const tssa_parallel_t *parallel) {
  context->parallel = parallel ? *parallel : (tssa_parallel_t){NULL, NULL};
}

const tssa_parallel_t *tssa_context_parallel(const tssa_context_t *context) {
  return context->parallel.run ? &context->parallel : NULL;
}

// -- Memory -----------------------------------------------------------------

static void *block_memory(block_t *block) {
  return (char *)block + HEADER_BYTES;
}

static block_t *block_of(void *memory) {
  return (block_t *)(void *)((char *)memory - HEADER_BYTES);
}

static void block_unlink(tssa_context_t *context, block_t *block) {
  *block->link = block->next;
  if (block->next)
    block->next->link = block->link;
  context->count -= 1;
  context->bytes -= block->bytes;
}

/// Also without bytes a block holds its own address, which is the key of a
/// storage: behind its end another object may begin.
static size_t block_size(int64_t bytes) {
  return HEADER_BYTES + (bytes ? (size_t)bytes : 1);
}

static void block_free(block_t *block) {
  tssa_allocator_t allocator = block->allocator;
  allocator.free(allocator.self, block, block_size(block->bytes));
}

/// Records an error once.
static void record(tssa_context_t *context, tssa_failure_t failure) {
  int none = RECORD_NONE;
  if (!atomic_compare_exchange_strong(&context->record_state, &none,
                                      RECORD_BEING_WRITTEN))
    return;
  context->record = failure;
  atomic_store_explicit(&context->record_state, RECORD_COMPLETE,
                        memory_order_release);
}

void *tssa_rt_alloc(tssa_context_t *context, int64_t bytes) {
  block_t *block = NULL;
  if (bytes >= 0 && bytes <= TSSA_MAX_BYTES)
    block = context->allocator.alloc(context->allocator.self, block_size(bytes),
                                     TSSA_ALIGNMENT);
  if (!block) {
    tssa_failure_t failure = {TSSA_STATUS_OUT_OF_MEMORY, NULL, {bytes}};
    record(context, failure);
    return NULL;
  }
  block->bytes = bytes;
  block->allocator = context->allocator;
  block->next = context->blocks;
  block->link = &context->blocks;
  if (block->next)
    block->next->link = &block->next;
  context->blocks = block;
  context->count += 1;
  context->bytes += bytes;
  if (context->bytes > context->peak)
    context->peak = context->bytes;
  tssa_context_tell(context, TSSA_EVENT_ALLOCATE, NULL, TSSA_STATUS_OK, bytes);
  return block_memory(block);
}

void tssa_rt_free(tssa_context_t *context, void *memory) {
  if (!memory)
    return;
  block_t *block = block_of(memory);
  tssa_context_tell(context, TSSA_EVENT_FREE, NULL, TSSA_STATUS_OK,
                    block->bytes);
  block_unlink(context, block);
  block_free(block);
}

static void free_detached(void *user, void *data, int64_t bytes) {
  (void)data;
  (void)bytes;
  block_free(user);
}

static tssa_status_t detach(tssa_context_t *context, block_t *block,
                            tssa_storage_t **out_storage,
                            tssa_error_t *out_error) {
  tssa_status_t status =
      tssa_storage_from_memory(NULL, block_memory(block), block->bytes,
                               free_detached, block, out_storage, out_error);
  if (status)
    return status;
  tssa_storage_set_growable(*out_storage, block->allocator);
  block_unlink(context, block);
  return TSSA_STATUS_OK;
}

tssa_status_t tssa_context_detach(tssa_context_t *context, void *memory,
                                  tssa_storage_t **out_storage,
                                  tssa_error_t *out_error) {
  block_t *block = context->blocks;
  while (block && block_memory(block) != memory)
    block = block->next;
  if (!block)
    return tssa_error_make(out_error, TSSA_STATUS_INVALID_ARGUMENT,
                           "expected memory that the context allocated");
  return detach(context, block, out_storage, out_error);
}

// -- Objects ----------------------------------------------------------------

/// What the context knows of a storage by any of its addresses.
static const tssa_object_t *find_storage(const tssa_context_t *context,
                                         const void *key) {
  const tssa_object_t *known = tssa_objects_find(&context->objects, key);
  return known && known->name
             ? tssa_objects_find(&context->objects, known->name)
             : known;
}

tssa_status_t tssa_context_add_storage(tssa_context_t *context, const void *key,
                                       tssa_storage_t *storage,
                                       tssa_error_t *out_error) {
  if (tssa_objects_find(&context->objects, key))
    return TSSA_STATUS_OK;
  tssa_object_t object = {key, storage, NULL, NULL};
  tssa_status_t status = tssa_objects_add(
      &context->objects, &context->allocator, object, out_error);
  if (status)
    return status;
  tssa_storage_retain(storage);
  tssa_storage_begin_use(storage);
  return TSSA_STATUS_OK;
}

const void *tssa_context_name(const tssa_context_t *context,
                              const tssa_storage_t *storage) {
  const void *key = tssa_storage_key(storage);
  const tssa_object_t *known = tssa_objects_find(&context->objects, key);
  return known && known->name ? known->name : key;
}

tssa_status_t tssa_context_storage(tssa_context_t *context, void *key,
                                   tssa_storage_t **out_storage,
                                   tssa_error_t *out_error) {
  const tssa_object_t *known = find_storage(context, key);
  if (known && known->storage) {
    *out_storage = known->storage;
    return TSSA_STATUS_OK;
  }
  tssa_storage_t *storage = NULL;
  tssa_status_t status = detach(context, block_of(key), &storage, out_error);
  if (status)
    return status;
  tssa_object_t object = {key, storage, NULL, NULL};
  status = tssa_objects_add(&context->objects, &context->allocator, object,
                            out_error);
  if (status) {
    // The memory has left the context's list: it goes with the storage.
    tssa_storage_release(storage);
    return status;
  }
  tssa_storage_begin_use(storage);
  *out_storage = storage;
  return TSSA_STATUS_OK;
}

int64_t tssa_rt_storage_data(const tssa_context_t *context, void *key) {
  const tssa_object_t *known = find_storage(context, key);
  void *data =
      known && known->storage ? tssa_storage_data(known->storage) : NULL;
  return (int64_t)(uintptr_t)(data ? data : key);
}

/// Moves a storage and remembers under which name the program knows it.
static tssa_status_t grow(tssa_context_t *context, void *key, int64_t bytes,
                          tssa_error_t *out_error) {
  tssa_storage_t *storage;
  tssa_status_t status =
      tssa_context_storage(context, key, &storage, out_error);
  if (status || bytes <= tssa_storage_bytes(storage))
    return status;
  retired_t *retired = context->allocator.alloc(
      context->allocator.self, sizeof *retired, TSSA_ALIGNMENT);
  if (!retired)
    return tssa_error_memory(out_error, sizeof *retired);
  // The entry comes first, since nothing may fail once the memory has moved.
  tssa_object_t object = {retired, NULL, NULL, key};
  status =
      tssa_objects_reserve(&context->objects, &context->allocator, out_error);
  if (!status)
    status = tssa_storage_move(storage, bytes, /*users=*/1,
                               tssa_context_parallel(context), &retired->memory,
                               out_error);
  if (status) {
    context->allocator.free(context->allocator.self, retired, sizeof *retired);
    return status;
  }
  retired->next = context->retired;
  context->retired = retired;
  object.key = tssa_storage_data(storage);
  return tssa_objects_add(&context->objects, &context->allocator, object,
                          out_error);
}

void tssa_rt_grow_storage(tssa_context_t *context, const tssa_site_t *site,
                          void *key, int64_t offset, int64_t count,
                          int64_t item_size) {
  tssa_error_t error;
  tssa_status_t status;
  int64_t end, bytes;
  if (count < 0)
    status = tssa_error_make(&error, TSSA_STATUS_OUT_OF_RANGE,
                             "expected the number of elements to be 0 or more "
                             "but got %" PRId64,
                             count);
  else if (__builtin_add_overflow(offset, count, &end) ||
           !tssa_size_multiply(end, item_size, &bytes))
    status = tssa_error_make(&error, TSSA_STATUS_OUT_OF_MEMORY,
                             "cannot allocate memory: the size overflows");
  else
    status = grow(context, key, bytes, &error);
  if (status)
    tssa_fail_at(context, site, status, error.message);
}

int64_t tssa_rt_storage_bytes(const tssa_context_t *context, void *key) {
  const tssa_object_t *known = find_storage(context, key);
  return known && known->storage ? tssa_storage_bytes(known->storage)
                                 : block_of(key)->bytes;
}

tssa_status_t tssa_context_add_list(tssa_context_t *context, tssa_list_t *list,
                                    tssa_error_t *out_error) {
  if (tssa_objects_find(&context->objects, list))
    return TSSA_STATUS_OK;
  tssa_object_t object = {list, NULL, list, NULL};
  tssa_status_t status = tssa_objects_add(
      &context->objects, &context->allocator, object, out_error);
  if (!status)
    tssa_list_retain(list);
  return status;
}

tssa_list_t *tssa_rt_list_create(tssa_context_t *context) {
  tssa_error_t error;
  tssa_list_t *list = NULL;
  tssa_status_t status = tssa_list_create(&context->allocator, &list, &error);
  if (!status) {
    tssa_object_t object = {list, NULL, list, NULL};
    status = tssa_objects_add(&context->objects, &context->allocator, object,
                              &error);
    if (status)
      tssa_list_release(list);
  }
  if (!status)
    return list;
  tssa_context_fail(context, status, error.message);
  return NULL;
}

// -- Life -------------------------------------------------------------------

/// Stacks are 8 MiB, or what the process is limited to; glibc gives threads as
/// much. Asked once for a context: a call is shorter than a system call.
static void note_limit(tssa_context_t *context) {
  const rlim_t usual = (rlim_t)8 << 20;
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur > usual)
    limit.rlim_cur = usual;
  context->stack_bytes = (uintptr_t)limit.rlim_cur / 2;
}

static void note_stack(tssa_context_t *context) {
  context->stack_base = (uintptr_t)__builtin_frame_address(0);
}

tssa_status_t tssa_context_create(const tssa_allocator_t *allocator,
                                  tssa_context_t **out_context,
                                  tssa_error_t *out_error) {
  tssa_allocator_t used = allocator ? *allocator : tssa_allocator_system();
  tssa_context_t *context =
      used.alloc(used.self, sizeof *context, TSSA_ALIGNMENT);
  if (!context)
    return tssa_error_memory(out_error, sizeof *context);
  memset(context, 0, sizeof *context);
  context->allocator = used;
  note_limit(context);
  note_stack(context);
  atomic_init(&context->record_state, RECORD_NONE);
  *out_context = context;
  return TSSA_STATUS_OK;
}

void tssa_context_sweep(tssa_context_t *context) {
  tssa_objects_clear(&context->objects, &context->allocator);
  while (context->blocks)
    tssa_rt_free(context, block_memory(context->blocks));
  while (context->retired) {
    retired_t *retired = context->retired;
    context->retired = retired->next;
    tssa_memory_free(retired->memory);
    context->allocator.free(context->allocator.self, retired, sizeof *retired);
  }
}

int64_t tssa_rt_stack_left(const tssa_context_t *context) {
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  // Coroutines may have moved the call to a stack elsewhere.
  uintptr_t used = context->stack_base > here ? context->stack_base - here
                                              : here - context->stack_base;
  return used < context->stack_bytes;
}

void tssa_context_reset(tssa_context_t *context) {
  note_stack(context);
  tssa_context_sweep(context);
  context->peak = 0;
  memset(&context->record, 0, sizeof context->record);
  atomic_store(&context->record_state, RECORD_NONE);
}

void tssa_context_destroy(tssa_context_t *context) {
  if (!context)
    return;
  tssa_context_reset(context);
  tssa_host_functions_clear(context);
  tssa_allocator_t allocator = context->allocator;
  allocator.free(allocator.self, context, sizeof *context);
}

tssa_host_entry_t **tssa_context_host_functions(tssa_context_t *context,
                                                tssa_allocator_t *allocator) {
  if (allocator)
    *allocator = context->allocator;
  return &context->host_functions;
}

int64_t tssa_context_allocations(const tssa_context_t *context) {
  return context->count;
}

int64_t tssa_context_bytes(const tssa_context_t *context) {
  return context->bytes;
}

int64_t tssa_context_peak_bytes(const tssa_context_t *context) {
  return context->peak;
}

// -- Errors -----------------------------------------------------------------

void tssa_rt_fail(tssa_context_t *context, const tssa_site_t *site,
                  int64_t value0, int64_t value1, int64_t value2,
                  int64_t value3) {
  tssa_failure_t failure = {
      (tssa_status_t)site->status, site, {value0, value1, value2, value3}};
  if (failure.status == TSSA_STATUS_OK)
    failure.status = TSSA_STATUS_INTERNAL;
  record(context, failure);
}

void tssa_context_fail(tssa_context_t *context, tssa_status_t status,
                       const char *message) {
  int none = RECORD_NONE;
  if (!atomic_compare_exchange_strong(&context->record_state, &none,
                                      RECORD_BEING_WRITTEN))
    return;
  size_t length = 0;
  for (const char *at = message;
       *at && at - message < TSSA_ERROR_MESSAGE_SIZE - 1; ++at) {
    if (*at == '{' || *at == '}')
      context->host_text[length++] = *at;
    context->host_text[length++] = *at;
  }
  context->host_text[length] = '\0';
  context->host_site.message = context->host_text;
  context->record.status = status ? status : TSSA_STATUS_INTERNAL;
  context->record.site = &context->host_site;
  atomic_store_explicit(&context->record_state, RECORD_COMPLETE,
                        memory_order_release);
}

static int record_state(const tssa_context_t *context) {
  return atomic_load_explicit(
      &((tssa_context_t *)(uintptr_t)context)->record_state,
      memory_order_acquire);
}

int64_t tssa_rt_failed(const tssa_context_t *context) {
  return record_state(context) != RECORD_NONE;
}

tssa_failure_t tssa_context_failure(const tssa_context_t *context) {
  if (record_state(context) == RECORD_COMPLETE)
    return context->record;
  tssa_failure_t none = {TSSA_STATUS_OK, NULL, {0}};
  return none;
}

tssa_status_t tssa_context_status(const tssa_context_t *context) {
  return tssa_context_failure(context).status;
}

tssa_status_t tssa_context_error(const tssa_context_t *context,
                                 tssa_error_t *out_error) {
  tssa_failure_t failure = tssa_context_failure(context);
  tssa_failure_format(&failure, out_error);
  return failure.status;
}

// -- Text -------------------------------------------------------------------

/// Text that grows to the right and ends before the buffer does.
typedef struct text_t {
  char buffer[TSSA_ERROR_MESSAGE_SIZE + 1];
  size_t length;
} text_t;

static void append(text_t *text, const char *bytes, size_t count) {
  size_t room = sizeof text->buffer - 1 - text->length;
  if (count > room)
    count = room;
  memcpy(text->buffer + text->length, bytes, count);
  text->length += count;
  text->buffer[text->length] = '\0';
}

/// Copies a message with {0} to {3} replaced and doubled braces made one.
/// Anything else in braces stays as it is.
static void append_message(text_t *text, const char *message,
                           const int64_t *values) {
  for (const char *at = message; *at;) {
    if ((at[0] == '{' || at[0] == '}') && at[1] == at[0]) {
      append(text, at, 1);
      at += 2;
    } else if (at[0] == '{' && at[1] >= '0' && at[1] < '0' + TSSA_SITE_VALUES &&
               at[2] == '}') {
      char number[24];
      int length =
          snprintf(number, sizeof number, "%" PRId64, values[at[1] - '0']);
      append(text, number, (size_t)length);
      at += 3;
    } else {
      append(text, at++, 1);
    }
  }
}

void tssa_failure_format(const tssa_failure_t *failure,
                         tssa_error_t *out_error) {
  const tssa_site_t *site = failure->site;
  if (failure->status == TSSA_STATUS_OK) {
    tssa_error_make(out_error, TSSA_STATUS_OK, "%s", "");
    return;
  }
  if (!site) {
    // Only memory fails without a site; a size that overflowed makes no sense
    // to a reader as a number.
    int64_t bytes = failure->values[0];
    if (bytes < 0 || bytes > TSSA_MAX_BYTES)
      tssa_error_make(out_error, failure->status,
                      "cannot allocate memory: the size overflows");
    else
      tssa_error_memory(out_error, bytes);
    return;
  }
  text_t text;
  text.length = 0;
  text.buffer[0] = '\0';
  if (site->location && site->location[0]) {
    append(&text, site->location, strlen(site->location));
    append(&text, ": ", 2);
  }
  if (site->op && site->op[0]) {
    append(&text, "'", 1);
    append(&text, site->op, strlen(site->op));
    append(&text, "' op: ", 6);
  }
  append_message(&text, site->message ? site->message : "check failed",
                 failure->values);
  tssa_error_make(out_error, failure->status, "%s", text.buffer);
}
