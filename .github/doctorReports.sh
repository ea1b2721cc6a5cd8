#!/usr/bin/env bash
# Prints the doctor's reports, and compares each with the last one of its kind: fails where a line worked then and does
# not now, where one that every computer has does not work, and where a report is empty.
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
  if [ ! -s "$report" ] || ! jq -e '.computer | length > 0' "$report" >/dev/null 2>&1; then
    echo "The doctor said nothing."
    fewer=1
    continue
  fi
  jq -r '.computer[] | "- \(.line): \(.state) \(.detail // "")"' "$report"
  works=$(jq -r '.computer[] | select(.state == "works") | .line' "$report" | tr -d '\r' | sort)
  # What works on any computer that can run it at all.
  missing=$(comm -23 <(printf '%s\n' commandLine folders lock page studio versions) <(echo "$works"))
  if [ -n "$missing" ]; then
    echo "Must work, and does not:" $missing
    fewer=1
  fi
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
