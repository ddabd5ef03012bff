# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Doors to the CMake build, for those who do not want to know it.
#   make demo     build, compile and run a real program, show result and speed
#   make check    build, run every test
#   make build    the tools, the plugin and the libraries, in build/release
#   make bench    run the benchmarks
#   make docs     write the reference of dialects, passes and C into build/docs
#   make format   format the C and C++ sources
#   make asan     build with the address sanitizer, run every test
#   make setup    install what is missing (apt, as root)

.PHONY: all asan bench build check demo docs format setup

all: build

setup:
	@scripts/setup

build: setup
	@cmake --preset release
	@cmake --build --preset release

demo: build
	@scripts/demo

check: build
	@scripts/check build/release

bench: build
	@scripts/bench

docs:
	@scripts/reference build/docs

format:
	@scripts/format

asan: setup
	@cmake --preset asan
	@cmake --build --preset asan
	@scripts/check build/asan
