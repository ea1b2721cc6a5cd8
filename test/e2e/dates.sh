#!/usr/bin/env bash
# Two dates of a project, cancelled one after the other, each by `cuelight` alone.
set -euo pipefail

read -r destination < <(cuelight query listDestinations --quiet)
project=$(cuelight edit createProject --name "Evenings" --duration.manual --destination-ids "$destination" --quiet)
cuelight target "Evenings"
cuelight edit updateProject --duration.manual false --duration.planned 3600
cuelight edit createScene --name "One" --set-active
evening() { date -u -d "+$1 hours" +%FT%TZ; }
cuelight edit scheduleLive --dates "$(evening 24)" --dates "$(evening 48)"
read -r first < <(cuelight query listSchedules --quiet)
cuelight edit cancelSchedule --live-id "$first"
cuelight edit cancelSchedules

echo "$project"
