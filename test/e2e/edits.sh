#!/usr/bin/env bash
# Every edit that flow.sh and dates.sh have no use for, each by `cuelight` alone, and what a broadcast leaves to be read.
# Usage: edits.sh MEDIA, the address that sunrise.mp4 lies under, and gone.mp4 does not
set -euo pipefail

# The import queue: one link leads nowhere, is tried again and taken out; the other arrives.
failed=$(cuelight edit importFiles --links "$1/gone.mp4" --wait --quiet) && exit 1
cuelight edit retryImport --import-id "$failed"
cuelight edit removeImport --import-id "$failed"
cuelight edit importFiles --links "$1/sunrise.mp4" --wait
cuelight edit clearImports
read -r file < <(cuelight query listFiles --quiet)
cuelight edit renameFiles --renames "[{\"id\": \"$file\", \"name\": \"Dawn.mp4\"}]"

# An import that never ends is stopped, and an encode that waits for another is cancelled.
endless=$(cuelight edit importFile --url "$1/endless.mp4" --type video --quiet)
cuelight edit stopImport --file-id "$endless"
encodes=()
# It arrives, and cannot be used as it is.
for _ in 1 2; do encodes+=("$(cuelight edit importFile --url "$1/rain.mkv" --type video --wait --quiet || true)"); done
cuelight edit encodeFiles "${encodes[@]/#/--file-ids=}"
cuelight edit cancelEncode --file-id "${encodes[1]}"

# A project whose changes reach viewers at once.
mapfile -t destinations < <(cuelight query listDestinations --quiet)
cuelight edit verifyDestinations "${destinations[@]/#/--destination-ids=}"
project=$(cuelight edit createProject --name "Morning" --duration.manual --auto-sync \
  --destination-ids "${destinations[0]}" --quiet)
cuelight target "Morning"
scene=$(cuelight edit createScene --name "One" --set-active --quiet)
cuelight edit updateScene --scene-id "$scene" --name "First"
layer=$(cuelight edit addLayer --scene-id "$scene" --type videoPlaylist --settings.files "$file" --quiet)
cuelight edit updateLayer --layer-id "$layer" --name "Loop" --settings.loop --settings.volume 5
cuelight edit setPlaylist --layer-id "$layer" --files "$file" --files "$file"
cuelight edit savePlaylist --layer-id "$layer" --files "$file"
cuelight edit undoPlaylist --layer-id "$layer"
spare=$(cuelight edit createScene --name "Spare" --quiet)
cuelight edit deleteScene --scene-id "$spare"

# On air: two changes that viewers see as one.
cuelight go-live
cuelight wait live
quietly() { echo "{\"operation\": \"$1\", \"input\": {\"projectId\": \"$project\", $2}}"; }
cuelight edit quietEdit --edits "[$(quietly createScene '"name": "Second"'), \
  $(quietly updateLayer "\"layerId\": \"$layer\", \"settings\": {\"volume\": 7}")]"
cuelight stop --confirm
cuelight wait off
read -r live < <(cuelight query listBroadcasts --quiet)
cuelight query getStatistics --live-id "$live"
cuelight query getPlayedFiles --live-id "$live"

echo "$project $scene $layer $file"
