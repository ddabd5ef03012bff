// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The version of the dialects in bytecode.

#include "Bytecode.h"
#include "mlir/Bytecode/BytecodeImplementation.h"

using namespace mlir;
using namespace mlir::tssa;

namespace {

struct Version : DialectVersion {
  uint64_t number = 0;
};

class VersionInterface : public BytecodeDialectInterface {
public:
  explicit VersionInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const override {
    writer.writeVarInt(kBytecodeVersion);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override {
    auto version = std::make_unique<Version>();
    if (failed(reader.readVarInt(version->number)))
      return nullptr;
    if (version->number <= kBytecodeVersion)
      return version;
    reader.emitError("expected dialect '")
        << getDialect()->getNamespace() << "' to be of version "
        << kBytecodeVersion << " or older but got version " << version->number
        << "; a newer version of TensorSSA reads it";
    return nullptr;
  }
};

} // namespace

void tssa::addBytecodeInterface(Dialect &dialect) {
  dialect.addInterfaces<VersionInterface>();
}
