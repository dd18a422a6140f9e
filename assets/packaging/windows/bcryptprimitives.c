/* Random bytes for Rust's library under a Wine that has no bcryptprimitives.dll (8.0, of Debian 12). Only for
   scripts/test-windows: Windows has its own, and it is in no package. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length) {
    return SystemFunction036(bytes, (ULONG)length);
}
