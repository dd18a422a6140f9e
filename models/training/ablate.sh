#!/usr/bin/env bash
# What single features of the renderer and the photographs bring: both networks from nothing, once with everything and once
# without each, the same number of pictures and crops; then what each pair reads (scripts/measure-reading, the shared pictures).
#   models/training/ablate.sh FEATURE...
# FEATURE: `everything`, `photos` (they are left out), or what `sixty-one-lab simulate --without` names. `NAME+SEED` takes another seed of the training
# (how much two runs differ by chance). PHOTOS is a pool made by photos.py; PICTURES, TILES, PIPS (numbers), RENDERER and PYTHON as below.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
pictures=${PICTURES:-1920} tiles=${TILES:-40000} pips=${PIPS:-60000}
renderer=${RENDERER:-$root/target/release/sixty-one-lab} python=${PYTHON:-$here/work/venv/bin/python}
cd "$here"
for name in "$@"; do
  feature=${name%+*} seed=61
  [ "$feature" = "$name" ] || seed=${name#*+}
  export TRAINING_WORK=$here/work/ablation/$name
  without= photos=()
  case $feature in
    everything | photos) pool=$here/work/ablation/pool ;;
    *) pool=$TRAINING_WORK/pool without=$feature ;;
  esac
  if [ -n "${PHOTOS:-}" ] && [ "$feature" != photos ]; then photos=(--photos "$PHOTOS"); fi
  mkdir -p "$TRAINING_WORK/models"
  "$python" pictures.py --renderer "$renderer" --pool "$pool" --count "$pictures" ${without:+--without "$without"} > "$TRAINING_WORK/pool.log"
  "$python" train_detector.py --pool "$pool" --images "$tiles" --seed "$seed" --report 500 "${photos[@]}" > "$TRAINING_WORK/tiles.log"
  "$python" train_reader.py --pool "$pool" --images "$pips" --seed "$seed" "${photos[@]}" > "$TRAINING_WORK/pips.log"
  "$python" export.py --out "$TRAINING_WORK/models" tiles pips
  (cd "$TRAINING_WORK/models" && sha256sum tiles.onnx pips.onnx > SHA256SUMS)
  "$root/scripts/measure-reading" --binary "${renderer%-lab}" --models "$TRAINING_WORK/models" --out "$TRAINING_WORK/read" > "$TRAINING_WORK/measured.txt"
  echo "$name: $TRAINING_WORK/measured.txt"
done
