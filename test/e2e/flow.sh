#!/usr/bin/env bash
# The specification's example flow for a 24/7 broadcast, and a scheduled one, by `cuelight` alone.
# Usage: flow.sh MEDIA, the address that sunrise.mp4 and rain.mkv lie under
set -euo pipefail

# Imports a video, and has it encoded if it cannot be used as it is. Prints its id.
import() {
  local id
  id=$(cuelight edit importFile --url "$1" --type video --wait --quiet) ||
    cuelight edit encodeFiles --file-ids "$id" --wait >&2
  echo "$id"
}

# 1. Import each video.
sunrise=$(import "$1/sunrise.mp4")
rain=$(import "$1/rain.mkv")

# 2. A project that runs until it is stopped, on every destination there is.
mapfile -t destinations < <(cuelight query listDestinations --quiet)
project=$(cuelight edit createProject --name "Window 24/7" --duration.manual \
  "${destinations[@]/#/--destination-ids=}" --quiet)
cuelight target "Window 24/7"

# 3. A scene, made active, with both videos in its playlist, on loop.
today=$(cuelight edit createScene --name "Today" --set-active --quiet)
layer=$(cuelight edit addLayer --scene-id "$today" --type videoPlaylist \
  --settings.files "$sunrise" --settings.files "$rain" --settings.loop --quiet)

# 4. Live, on all of them; the first broadcast of an account is confirmed.
cuelight go-live --confirm
cuelight wait live
cuelight playback stop "$layer"
cuelight playback start "$layer"

# On a later day: another order, and a scene that follows when the playlist ends.
cuelight edit savePlaylist --layer-id "$layer" --files "$rain" --files "$sunrise"
read -r tomorrow < <(cuelight edit createSceneWithPlaylist --scene-name "Tomorrow" --files "$rain" --quiet)
cuelight sync

# A project of fixed duration, on two evenings; then an hour later.
evening() { date -u -d "+$1 hours" +%FT%TZ; }
cuelight edit createProject --name "Concert" --duration.manual false --duration.planned 3600 \
  --destination-ids "${destinations[0]}" --quiet >/dev/null
cuelight edit createSceneWithPlaylist --project "Concert" --scene-name "Stage" --files "$sunrise"
cuelight edit scheduleLive --project "Concert" --dates "$(evening 24)" --dates "$(evening 48)"
cuelight edit moveSchedule --project "Concert" --dates "$(evening 25)" --dates "$(evening 49)"
cuelight query allSchedules --wait

echo "$project $today $tomorrow $sunrise $rain"
