#!/usr/bin/env bash
# What a packaged Cuelight finds of Linux: under X11 and under a nested Wayland compositor, with a keychain and a panel that
# shows trays. What the reports hold, and whether they hold anything, is for doctorReports.sh.
#
#   dbus-run-session -- .github/doctor.sh PROGRAM REPORTS
#
# Needs xvfb, weston, xfce4-panel, gnome-keyring and dbus.
set -euo pipefail
program=$1
reports=$2
mkdir -p "$reports"
# A box of the system that nobody closes holds it up for ever: then the report is empty, and that is told.
doctor=(timeout --kill-after=10 600 "$program" --doctor --json)
ends=()
trap 'for pid in "${ends[@]}"; do kill "$pid" 2>/dev/null || true; done' EXIT

# Waits up to 30 s for something to be so.
until_so() {
  for _ in $(seq 300); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.1
  done
  echo "after 30 s it is not so: $*" >&2
  return 1
}
on_the_bus() {
  dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner "string:$1" | grep -q true
}

# A password of no use to anybody: this keychain ends with the session.
echo doctor | gnome-keyring-daemon --unlock --components=secrets >/dev/null
until_so on_the_bus org.freedesktop.secrets

display=$(mktemp)
Xvfb -displayfd 3 -screen 0 1920x1080x24 -nolisten tcp 3>"$display" 2>/dev/null &
ends+=($!)
until_so test -s "$display"
x11=:$(cat "$display")
DISPLAY=$x11 xfce4-panel --disable-wm-check >/dev/null 2>&1 &
ends+=($!)
until_so on_the_bus org.kde.StatusNotifierWatcher

DISPLAY=$x11 XDG_SESSION_TYPE=x11 "${doctor[@]}" >"$reports/x11.json" || true

# The bus, and so the panel, is the same one: Wayland changes windows and keys, not trays.
XDG_RUNTIME_DIR=$(mktemp -d)
chmod 700 "$XDG_RUNTIME_DIR"
export XDG_RUNTIME_DIR
weston --backend=headless-backend.so --socket=doctor >/dev/null 2>&1 &
ends+=($!)
until_so test -S "$XDG_RUNTIME_DIR/doctor"
env -u DISPLAY XDG_SESSION_TYPE=wayland WAYLAND_DISPLAY=doctor "${doctor[@]}" >"$reports/wayland.json" || true
