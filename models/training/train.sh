#!/usr/bin/env bash
# From nothing to models/tiles.onnx and models/pips.onnx. One command:
#   models/training/train.sh [--minutes N | --until HH:MM] [--resume] [--device cuda] [--pictures N]
#                           [--photos DIR SOURCES] [--teacher ONNX]
# With --photos the labelled photographs in DIR whose names begin with one of SOURCES ("a b c") are mixed in (photos.py).
# With --teacher the detector also learns what another one, a larger or longer trained tiles.onnx, answers.
# It needs python3 (3.11) with venv, cargo, gcc and readelf. Everything it makes is in models/training/work (ignored by
# git) except the two networks, the small checkpoints in models/training/state and the curves there.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$here/work
minutes=120 until= resume= device=cpu pictures=20000 photos= sources= teacher=
while [ $# -gt 0 ]; do
  case $1 in
    --minutes) minutes=$2; shift 2 ;;
    --until) until=$2; shift 2 ;;
    --resume) resume=--resume; shift ;;
    --device) device=$2; shift 2 ;;
    --pictures) pictures=$2; shift 2 ;;
    --photos) photos=$2 sources=$3; shift 3 ;;
    --teacher) teacher=$(realpath "$2"); shift 2 ;;
    *) echo "unknown option $1 (see the head of this file)" >&2; exit 2 ;;
  esac
done
mkdir -p "$work"

"$here/venv.sh" "$device"
python=$work/venv/bin/python

cargo build --release --workspace --manifest-path "$root/Cargo.toml"
renderer=${CARGO_TARGET_DIR:-$root/target}/release/sixty-one-lab

cd "$here"
mixed=
if [ -n "$photos" ]; then
  "$python" photos.py --photos "$photos" --out "$work/photos" --sources $sources
  mixed="--photos $work/photos"
fi
if [ -z "$until" ]; then until=$(date -d "+$minutes minutes" +%H:%M); fi
"$python" pictures.py --renderer "$renderer" --pool "$work/pool" --count "$pictures" --until "$until" &
feeder=$!
trap 'kill $feeder 2>/dev/null || true' EXIT
"$python" train_reader.py --until "$until" --device "$device" $resume $mixed > "$work/pips.log" 2>&1 &
reader=$!
"$python" train_detector.py --until "$until" --device "$device" ${teacher:+--teacher "$teacher"} $resume $mixed 2>&1 | tee "$work/tiles.log"
wait $reader
kill $feeder 2>/dev/null || true

"$python" state.py
"$python" plot.py
"$python" export.py
(cd "$root/models" && sha256sum tiles.onnx pips.onnx | tee SHA256SUMS)
