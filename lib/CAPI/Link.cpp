// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared libraries, by the C compiler of the system: it knows where the C
// library and the compiler's own are.

#include "mlir/CAPI/Support.h"
#include "tensorssa-c/Artifact.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <dlfcn.h>

using namespace mlir;

/// The linker, or why there is none.
static llvm::Expected<std::string> findLinker(StringRef given) {
  if (!given.empty()) {
    if (auto path = llvm::sys::findProgramByName(given))
      return *path;
    return llvm::createStringError("expected a linker '" + given +
                                   "' but found no such program");
  }
  for (StringRef name : {"cc", "clang-22", "clang", "gcc"})
    if (auto path = llvm::sys::findProgramByName(name))
      return *path;
  return llvm::createStringError(
      "expected a linker but found none of cc, clang-22, clang and gcc; "
      "install one, or link the object yourself");
}

/// A file that goes with its scope.
static llvm::Error makeTemporary(StringRef suffix, SmallString<128> &path,
                                 int &file) {
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("tensorssa", suffix, file, path))
    return llvm::createStringError("cannot make a temporary file: " +
                                   error.message());
  return llvm::Error::success();
}

static std::string readText(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  return buffer ? (*buffer)->getBuffer().trim().str() : std::string();
}

static llvm::Error link(StringRef object, StringRef path, StringRef given) {
  llvm::Expected<std::string> linker = findLinker(given);
  if (!linker)
    return linker.takeError();
  // The runtime of this process, by which program and host share one.
  Dl_info runtime;
  if (!dladdr(reinterpret_cast<void *>(&tssa_rt_alloc), &runtime))
    return llvm::createStringError("cannot find the runtime's library");

  SmallString<128> objectPath, log;
  int objectFile, logFile;
  if (llvm::Error error = makeTemporary("o", objectPath, objectFile))
    return error;
  llvm::FileRemover removeObject(objectPath);
  llvm::raw_fd_ostream stream(objectFile, /*shouldClose=*/true);
  stream << object;
  stream.close();
  if (stream.has_error()) {
    std::string reason = stream.error().message();
    stream.clear_error();
    return llvm::createStringError("cannot write '" + objectPath.str() +
                                   "': " + reason);
  }
  if (llvm::Error error = makeTemporary("log", log, logFile))
    return error;
  llvm::sys::fs::closeFile(logFile);
  llvm::FileRemover removeLog(log);

  // As two arguments: a name may have commas, which -Wl would split at.
  StringRef soname = llvm::sys::path::filename(path);
  StringRef arguments[] = {*linker,   "-shared",     "-o",
                           path,      objectPath,    runtime.dli_fname,
                           "-lm",     "-Wl,-z,defs", "-Xlinker",
                           "-soname", "-Xlinker",    soname};
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(log),
                                          StringRef(log)};
  std::string reason;
  int status = llvm::sys::ExecuteAndWait(*linker, arguments, std::nullopt,
                                         redirects, 0, 0, &reason);
  if (status == 0)
    return llvm::Error::success();
  std::string said = readText(log);
  return llvm::createStringError(
      "cannot link '" + path + "': '" + *linker + "' " +
      (status < 0 ? "failed: " + reason
                  : "ended with status " + std::to_string(status)) +
      (said.empty() ? "" : ": " + said));
}

MlirLogicalResult tssaArtifactLink(TssaArtifact artifact, MlirStringRef path,
                                   MlirStringRef linker,
                                   MlirStringCallback reason, void *userData) {
  llvm::Error error = link(unwrap(tssaArtifactGetObject(artifact)),
                           unwrap(path), unwrap(linker));
  if (!error)
    return mlirLogicalResultSuccess();
  std::string text = llvm::toString(std::move(error));
  if (reason)
    reason(wrap(StringRef(text)), userData);
  return mlirLogicalResultFailure();
}
