"""Lets the default torch wheel run without the CUDA libraries: cpu_wheel.py SITE_PACKAGES.

The wheel from the package index links against about 2 GB of CUDA libraries that a machine without a GPU never calls.
The dynamic linker wants each of them by name, with each versioned symbol in it. So for every library that is named and not
there, this builds an empty one of that name whose functions all return 100 ("no device"). Needs gcc and readelf.
"""

import collections
import glob
import os
import re
import subprocess
import sys
import tempfile

# what a system has anyway
SYSTEM = re.compile(r"^(ld-linux|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s|gomp|gfortran|quadmath|z|cuda)(-[0-9a-f]+)?\.)")
# unversioned symbols of those libraries, by how they begin
OF_CUDA = re.compile(r"^(__cuda|cuda|cu[A-Z]|cublas|cudnn|cufft|curand|cusparse|cusolver|nccl|nvrtc|nvtx|nvJit|nvshmem|cupti|cuFile)")
RETURNS_TEXT = {"cudaGetErrorString", "cudaGetErrorName", "ncclGetErrorString", "nvrtcGetErrorString"}
NO_DEVICE = 100


def readelf(option, path):
    return subprocess.run(["readelf", "-W", option, path], capture_output=True, text=True, check=True).stdout.splitlines()


def facts(path):
    """(libraries wanted, {version: library}, {(symbol, version)} wanted, {symbol} given) of a shared library."""
    wanted = [m[1] for line in readelf("-d", path) if (m := re.search(r"\(NEEDED\).*\[(.+)\]", line))]
    library, versions = None, {}
    for line in readelf("-V", path):
        if m := re.search(r"\bFile: (\S+)", line):
            library = m[1]
        elif (m := re.search(r"\bName: (\S+)\s+Flags", line)) and library:
            versions[m[1]] = library
    missing, given = set(), set()
    for section, symbol in dynamic_symbols(path):
        name, _, version = symbol.partition("@")
        if section == "UND":
            missing.add((name, version.strip("@")))
        else:
            given.add(name)
    return wanted, versions, missing, given


def dynamic_symbols(path):
    """(section, name@version) of each dynamic symbol."""
    for line in readelf("--dyn-syms", path):
        fields = line.split()
        if len(fields) >= 8 and fields[0].rstrip(":").isdigit():
            yield fields[6], fields[7]


def function(symbol):
    if symbol in RETURNS_TEXT:
        return f'const char *{symbol}(void) {{ return "no CUDA here"; }}'
    if symbol.startswith("__cudaRegister"):
        return f"void *{symbol}(void) {{ return place; }}"
    return f"long {symbol}(void) {{ return {NO_DEVICE}; }}"


def build(library, symbols, folder):
    """`symbols`: {version or "": {names}}."""
    lines = ["static char place[4096];"] + [function(s) for s in sorted(set().union(*symbols.values(), []))]
    script = "".join(f"{v} {{ global: {'; '.join(sorted(names))}; }};\n" for v, names in symbols.items() if v)
    with tempfile.TemporaryDirectory() as work:
        source, versions = os.path.join(work, "empty.c"), os.path.join(work, "empty.map")
        open(source, "w").write("\n".join(lines) + "\n")
        open(versions, "w").write(script)
        command = ["gcc", "-w", "-fno-builtin", "-shared", "-fPIC", f"-Wl,-soname,{library}", "-o", os.path.join(folder, library), source]
        subprocess.run(command + ([f"-Wl,--version-script={versions}"] if script else []), check=True)


def main():
    root = os.path.join(sys.argv[1], "torch")
    folder = os.path.join(root, "lib")
    here = glob.glob(folder + "/*.so*") + glob.glob(root + "/_C*.so")
    names = {os.path.basename(p) for p in here}
    wanted, version_of, missing, given = set(), {}, set(), set()
    for path in here:
        w, versions, m, g = facts(path)
        wanted.update(w)
        version_of.update(versions)
        missing |= m
        given |= g
    absent = sorted(n for n in wanted if n not in names and not SYSTEM.match(n))
    if not absent:
        print("nothing to build")
        return
    symbols = {library: collections.defaultdict(set) for library in absent}
    for name, version in missing:
        if name in given:
            continue
        if version and version_of.get(version) in symbols:
            symbols[version_of[version]][version].add(name)
        elif not version and OF_CUDA.match(name):
            symbols[absent[0]][""].add(name)
    for library in absent:
        build(library, symbols[library], folder)
    print("empty libraries built:", ", ".join(absent))


if __name__ == "__main__":
    main()
