# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The libraries for a package that holds them: of a build folder, which is made
# if there is none. Sets `libraries`.
get_filename_component(source "${CMAKE_CURRENT_SOURCE_DIR}/.." ABSOLUTE)
if(NOT EXISTS ${source}/include/tensorssa-c/Compiler.h)
  message(FATAL_ERROR "expected an installed TensorSSA, by CMAKE_PREFIX_PATH or "
    "TensorSSA_DIR, or its sources in '${source}' but found neither")
endif()
set(TENSORSSA_BUILD ${source}/build/release CACHE PATH
    "Build folder of TensorSSA that the libraries are taken from")
if(NOT EXISTS ${TENSORSSA_BUILD}/lib/libtensorssa-c.so)
  message(STATUS "TensorSSA: building ${source}")
  set(TENSORSSA_BUILD ${CMAKE_BINARY_DIR}/libraries)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${source} -B ${TENSORSSA_BUILD} -G Ninja
            -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=clang-22
            -DCMAKE_CXX_COMPILER=clang++-22 -DLLVM_USE_LINKER=lld
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(
    COMMAND ${CMAKE_COMMAND} --build ${TENSORSSA_BUILD} --target tensorssa-c
    COMMAND_ERROR_IS_FATAL ANY)
endif()
message(STATUS "TensorSSA: libraries of ${TENSORSSA_BUILD}")

find_package(MLIR 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
set(libraries)
# The one of the dialects is needed by that of the compiler.
file(REAL_PATH ${TENSORSSA_BUILD}/lib/libTensorSSA.so real)
install(FILES ${real} DESTINATION tensorssa RENAME libTensorSSA.so.0.1)
foreach(name tensorssa-c tensorssa-rt)
  add_library(${name} SHARED IMPORTED)
  set(file ${TENSORSSA_BUILD}/lib/lib${name}.so)
  set_target_properties(${name} PROPERTIES
    IMPORTED_LOCATION ${file}
    IMPORTED_SONAME lib${name}.so.0)
  target_include_directories(${name} INTERFACE ${source}/include)
  target_include_directories(${name} SYSTEM INTERFACE
    ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  file(REAL_PATH ${file} real)
  install(FILES ${real} DESTINATION tensorssa RENAME lib${name}.so.0)
  list(APPEND libraries ${name})
endforeach()
