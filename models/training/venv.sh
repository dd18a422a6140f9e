#!/usr/bin/env bash
# Makes the Python environment of the training in models/training/work/venv, once: venv.sh [cuda]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$here/work
[ ! -x "$work/venv/bin/python" ] || exit 0
mkdir -p "$work"
python3 -m venv "$work/venv"
if [ "${1:-cpu}" = cuda ]; then
  "$work/venv/bin/pip" install -q -r "$here/requirements.txt"
else # the wheel without its CUDA libraries, which empty ones stand in for
  "$work/venv/bin/pip" install -q --no-deps "$(grep ^torch== "$here/requirements.txt")"
  grep -v -e ^torch== -e '^#' "$here/requirements.txt" > "$work/others.txt"
  "$work/venv/bin/pip" install -q -r "$work/others.txt"
  "$work/venv/bin/python" "$here/cpu_wheel.py" "$("$work/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')"
fi
