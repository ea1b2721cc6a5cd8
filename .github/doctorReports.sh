#!/usr/bin/env bash
# Prints the doctor's reports, and compares each with the last one of its kind: fails where a line worked then and does
# not now.
#
#   .github/doctorReports.sh REPORTS LAST
#
# REPORTS: what the doctor printed, a .json each. LAST: which lines worked, a .works each; rewritten. Needs jq.
set -euo pipefail
reports=$1
last=$2
mkdir -p "$last"
fewer=0
for report in "$reports"/*.json; do
  name=$(basename "$report" .json)
  echo "## $name"
  jq -r '.computer[] | "- \(.line): \(.state) \(.detail // "")"' "$report"
  works=$(jq -r '.computer[] | select(.state == "works") | .line' "$report" | sort)
  if [ -f "$last/$name.works" ]; then
    gone=$(comm -23 "$last/$name.works" <(echo "$works"))
    if [ -n "$gone" ]; then
      echo "Worked the last time and does not now:" $gone
      fewer=1
    fi
  fi
  echo "$works" >"$last/$name.works"
done
exit "$fewer"
