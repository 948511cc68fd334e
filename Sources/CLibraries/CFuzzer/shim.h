// The entry of LLVM's fuzzer as a library; it is linked by `-sanitize=fuzzer`.
#pragma once
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
