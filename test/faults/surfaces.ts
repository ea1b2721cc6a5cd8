import { faultsOf } from './fault.ts'

/** Presses that mean something else: panel, tray, hotkeys, command line, updates. */
export const surfaces = faultsOf(`
panel: stop as soon as it is armed
  renderer/store/stopControl.ts, seen by test/renderer/stop.test.ts
  - Math.max(0, arm.notBefore - arm.armedAt) + MARGIN_MS
  + 0
panel: take a lost pointer for a held one
  renderer/store/useHoldToStop.ts, seen by test/renderer/stop.test.ts
  - onLostPointerCapture: onRelease,
panel: commit over a new link what the broken one had armed
  renderer/store/stopControl.ts, seen by test/renderer/stop.test.ts
  - if (state.phase === 'arming' || state.phase === 'armed') giveUp(STOP_WORDS.linkLost)
panel: send a command again under a new id
  renderer/bridge/outbox.ts, seen by test/renderer/link.test.ts
  - map(({ message }) => message)
  + map(({ message }) => ({ ...message, id: commandId() }))
tray: go live by one slip of the hand
  electron/shell/tray/showItems.ts, seen by test/shell/tray.test.ts
  - show.armGoLive('menu')
  + show.goLive()
tray: mean whatever runs by the time of the press
  electron/shell/tray/control.ts, seen by test/shell/trayControl.test.ts
  - if (does && 'command' in does) void send(does.command)
  + if (does && 'command' in does) void send('liveId' in does.command ? { ...does.command, liveId: Object.values(core.store.get().projects)[0]?.live?.liveId ?? '' } : does.command)
tray: stop from a notification at once
  electron/shell/notifications/commandChanges.ts, seen by test/shell/notifications.test.ts
  - show.armStop('menu')
  + show.sync()
hotkeys: take the first repeat of a held key for a second press
  electron/shell/hotkeys/heldKeys.ts, seen by test/shell/hotkeys.test.ts
  -       doubt(action, key)
  +       onPress(action)
hotkeys: act on a press in doubt over a locked screen
  electron/shell/hotkeys/hotkeys.ts, seen by test/shell/hotkeysBinding.test.ts
  - registrar.pause('suspended', on)
  -       heldKeys.reset()
  + registrar.pause('suspended', on)
deck: stop though the key was let go (gravest)
  electron/decks/streamdeck/hold.ts, seen by test/decks/hands.test.ts
  -       disarm()
  -       onNote(DECK_NOTES.letGo)
  +       onNote(DECK_NOTES.letGo)
deck: stop as soon as it is armed
  electron/decks/streamdeck/hold.ts, seen by test/decks/hands.test.ts
  - const leftMs = outcome.arm.waitMs + SLACK_MS
  + const leftMs = 0
deck: stop though the key came up while the plugin was held up (gravest)
  electron/decks/streamdeck/hold.ts, seen by test/decks/hold.test.ts
  -     stopDue = clock.after(leftMs - LAST_MS, () => {
  -       stopDue = clock.after(LAST_MS, commit)
  -     })
  +     stopDue = clock.after(leftMs, commit)
deck: hold on over a lost contact
  electron/decks/streamdeck/keys.ts, seen by test/decks/hands.test.ts
  - if (!isFresh) forget(key)
midi: take an echo for a press (gravest)
  renderer/features/midi/echoes.ts, seen by test/renderer/midi.test.ts
  - return isOne
  + return false
midi: stop though the device is gone
  renderer/features/midi/runMidi.ts, seen by test/renderer/midi.test.ts
  - if (action) hands.lost(action)
deck: hold on though the device is gone
  electron/decks/streamdeck/keys.ts, seen by test/decks/hands.test.ts
  - if (key.device === device) forget(key)
  + if (key.device === device) show(key)
deck: light a lamp by what was known before contact was lost (gravest)
  shared/decks/face.ts, seen by test/decks/faces.test.ts
  - if (!isFresh || state === null) return
  + if (state === null) return
deck: light a lamp by a reading that is too old
  shared/decks/face.ts, seen by test/decks/faces.test.ts
  -     if (air === 'stale') return stale()
  -     return air
  +     return air
deck: go live by one press
  shared/decks/presses.ts, seen by test/decks/faces.test.ts
  - (arm && arm.id === key.armId ? arm : null)
  + arm
deck: send the number of a scene instead of the scene that was shown
  shared/decks/presses.ts, seen by test/decks/faces.test.ts
  - { scene: meant.id, ...howOf(key) }
  + { scene: meant.number, ...howOf(key) }
deck: act on a press that waited while the plugin was held up
  electron/cli/control/client.ts, seen by test/decks/hands.test.ts
  - isStale: () => isStale || isSilent(),
  + isStale: () => isStale,
control: carry out a press that was read seconds late (gravest)
  electron/remote/control/controlSession.ts, seen by test/remote/controlLate.test.ts
  - asOf + LATE_MS
  + undefined
control: light lamps by words that waited
  electron/cli/control/client.ts, seen by test/remote/controlLate.test.ts
  -     if (!isLate) return
  +     if (staleMs > 0) return
cli: stop without --confirm
  electron/cli/show.ts, seen by test/cli/show.test.ts
  - if (!desk.typed.confirm) return unconfirmed(desk)
cli: send again what got no answer
  electron/cli/desk.ts, seen by test/cli/trouble.test.ts
  -     if (!(error instanceof ProgramError) || !mayHaveArrived(error)) throw error
  +     if (!(error instanceof ProgramError) || !mayHaveArrived(error)) throw error
  +     await (await connectProgram(desk.path, desk.clock)).send(command)
cli: let a link go live
  shared/intents/deepLinks.ts, seen by test/cli/links.test.ts
  - 'go-live': { ask: () => (show) => show.armGoLive('menu') }
  + 'go-live': { ask: () => (show) => show.goLive() }
cli: act on the show target whatever was named
  shared/intents/intents.ts, seen by test/cli/show.test.ts
  - if (named === null) return targetOf(state)
  + if (named !== undefined) return targetOf(state)
cli: write to the show target whatever was named
  electron/cli/doors.ts, seen by test/cli/doors.test.ts
  - if (project === null) {
  + if (project !== undefined) {
cli: read a list on by what was asked for
  electron/cli/reading.ts, seen by test/cli/doors.test.ts
  - offset += items.length
  + offset += PAGE.most
cli: leave out which broadcast was seen
  electron/cli/doors.ts, seen by test/cli/doors.test.ts
  - { seen: { liveId: asked.seen } }
  + {}
windows: let an answer on the overlay take the keyboard on Wayland
  electron/shell/windows/windows.ts, seen by test/e2e/desktop/systems.test.ts
  - const stopOverlay = onWayland ? () => {} : runOverlay(
  + const stopOverlay = runOverlay(
packages: hold the keychain's library twice, so that a universal app cannot be joined
  build/packaging/configuration.ts, seen by test/packaging/configuration.test.ts
  -   '!node_modules/keytar/build/**',
  +   '!node_modules/keytar/nothing',
start: go on in silence where Ubuntu allows Electron no sandbox
  build/setup/electron.mjs, seen by test/packaging/electronHere.test.ts
  - if (place.platform !== 'linux' || readIfAny(
  + if (place.platform === 'linux' || readIfAny(
updates: look at the show target only
  electron/shell/updates/policy.ts, seen by test/shell/updatePolicy.test.ts
  - const names = [...onAirOf(state).names,
  + const names = [
`)
