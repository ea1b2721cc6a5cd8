import type { Fault } from './fault.ts'

const plant =
  (test: string) =>
  (name: string, file: string, from: string, to: string): Fault => ({
    name: `${test}: ${name}`,
    file: file.startsWith('shared/') ? file : `renderer/${file}`,
    from,
    to,
    tests: [`test/renderer/${test}.test.ts`],
  })
const quick = plant('quick')
const editor = plant('hotkeysEditor')
const desktop = plant('desktop')
const about = plant('about')
const access = plant('accessDesktop')

/** Deliberate faults of our own in what the desktop app shows: the quick panel, and its sections of the set-up. */
export const desktopUiFaults: Fault[] = [
  quick('believe the address rather than the app', 'view/page.ts', 'shell?.page ?? new', 'new'),
  quick('take any name for a page', 'view/page.ts', 'isPage(name) ? name :', 'name !== null ? (name as PageName) :'),
  quick(
    'close with the key that cancels a stop',
    'hooks/useEscape.ts',
    "if (phase === 'arming' || phase === 'armed') stop.cancel()\n      else onEscape()",
    'onEscape()',
  ),
  quick(
    'let a key that cancelled a stop do more',
    'hooks/useHoldToStop.ts',
    'event.preventDefault()\n  stop.cancel()',
    'stop.cancel()',
  ),
  quick(
    'answer only the acts',
    'parts/QuickShow.tsx',
    '<ControlsAnswer answered={latestOfAll} />',
    '<ControlsAnswer />',
  ),
  quick('answer a scene twice', 'parts/QuickShow.tsx', '<Scenes answered={false} />', '<Scenes />'),
  quick('hide what is armed elsewhere', 'parts/QuickShow.tsx', '<ArmBar />', '{null}'),
  quick('leave room unused', 'screens/Quick.css', 'block-size: 100dvh;', ''),
  quick('let the acts leave the window', 'screens/Quick.css', 'flex: 1 0 9rem;', 'flex: none;'),
  quick('leave no way to the main window', 'screens/QuickPanel.tsx', '{isKnown(screen) && <OpenMain />}', '{null}'),
  quick('send the browser to an app that is not there', 'parts/OpenMain.tsx', 'if (!inApp)', 'if (inApp)'),
  quick('stay silent about a lost link', 'view/news.ts', "if (link !== 'up') return QUICK_WORDS.lost", ''),
  editor(
    'take a key while it is still down',
    'setup/hotkeys/useRecorder.ts',
    "else if (now.what === 'noKey') void take(action, null)",
    "else if (now.what === 'key') void take(action, now.accelerator)",
  ),
  editor(
    'change a key while none is grabbed',
    'setup/hotkeys/useRecorder.ts',
    'if (await end(of)) await press',
    'await press',
  ),
  editor(
    'hear keys before the others are let go of',
    'setup/hotkeys/useRecorder.ts',
    "if (answer?.result !== 'done') return\n",
    '',
  ),
  editor(
    'keep the keys when one leaves the page',
    'setup/hotkeys/useRecorder.ts',
    "return () => void (isHere.current || press('hotkeys', { type: 'recordHotkeys', on: false }))",
    '',
  ),
  editor(
    'go on hearing what the core has ended',
    'setup/hotkeys/useRecorder.ts',
    'return linked && (told || !wasTold.current)',
    'return linked',
  ),
  editor(
    'hear the keys of another program',
    'setup/hotkeys/useRecorder.ts',
    'function onBlur(): void {',
    'function onBlur(): void {\n    if (heard !== undefined) return',
  ),
  editor(
    'let a recorded key do what it does elsewhere',
    'setup/hotkeys/useEveryKey.ts',
    'event.preventDefault()\n      event.stopPropagation()\n',
    '',
  ),
  editor(
    'miss the key that is told of late',
    'view/heard.ts',
    "released.key === 'PrintScreen' &&",
    "released.key === '' &&",
  ),
  editor(
    'forget the modifiers of Escape',
    'view/heard.ts',
    "if (held.length === 0 && pressed.key === 'Escape')",
    "if (pressed.key === 'Escape')",
  ),
  editor(
    'take a key away by Backspace with a modifier',
    'view/heard.ts',
    "if (held.length === 0 && ['Backspace'",
    "if (['Backspace'",
  ),
  editor(
    'lose the focus with the button',
    'setup/hotkeys/HotkeyRow.tsx',
    '<Action\n            name={recorded',
    '<Action\n            key={String(recorded)}\n            name={recorded',
  ),
  editor(
    'call proven what is not ours any more',
    'shared/words/hotkeysEditor.ts',
    "provenAt !== null && (status === 'registered' || status === 'portal')",
    'provenAt !== null && status.length > 0',
  ),
  editor(
    'count keys that are not there in a test',
    'setup/hotkeys/SelfTest.tsx',
    'all.filter(isProven).length',
    'all.length',
  ),
  editor(
    'reset all keys by one press',
    'setup/hotkeys/AllDefaults.tsx',
    'onPress={() => setAsking(true)}',
    "onPress={() => void press('hotkeys', { type: 'resetHotkeys' })}",
  ),
  editor(
    'show the app where there is none',
    'view/place.ts',
    'return inApp ? SECTIONS :',
    'return inApp !== null ? SECTIONS :',
  ),
  editor(
    'lead to what is not there',
    'view/place.ts',
    "return inApp || !OF_THE_APP.includes(place) ? place : 'accounts'",
    'return inApp ? place : place',
  ),
  editor('keep the way out to oneself', 'setup/hotkeys/HotkeysSection.tsx', "keys.way !== 'grab' &&", 'false &&'),
  desktop(
    'show what was asked for as done',
    'setup/SettingSwitch.tsx',
    'state?.desktop?.settings[setting] ?? null',
    'state?.desktop ? !state.desktop.settings[setting] : null',
  ),
  desktop(
    'forget what else is muted',
    'setup/desktop/Notifications.tsx',
    'one === kind ? !on : muted.includes(one)',
    'one === kind && !on',
  ),
  desktop(
    'believe the settings over the system',
    'shared/words/desktopSettings.ts',
    'if (enabled !== wanted)',
    'if (enabled !== wanted && about === "")',
  ),
  desktop(
    'offer an update that is not ready',
    'setup/desktop/Updates.tsx',
    "update.state === 'ready' || update.state === 'held'",
    'update.version !== null',
  ),
  desktop(
    'decide in the page what is held',
    'setup/desktop/Updates.tsx',
    "{(update.state === 'ready' || update.state === 'held') && (",
    "{update.state === 'ready' && (",
  ),
  desktop('ask for updates of sources', 'setup/desktop/Updates.tsx', 'noLink ?? whyNotLook(update)', 'noLink'),
  about(
    'take whatever comes for licences',
    'shared/licences.ts',
    'parsed.success && parsed.data.length > 0',
    'parsed.success',
  ),
  about('put all texts into the page', 'setup/about/LicenceList.tsx', '{open && (', '{(open || text) && ('),
  about(
    'find by name only',
    'view/licences.ts',
    `\`\${name} \${license}\`.toLowerCase()`,
    'name.toLowerCase() + license.slice(0, 0)',
  ),
  about('leave a text out of reach of the keyboard', 'setup/about/LicenceList.tsx', ' tabIndex={0}', ''),
  access(
    'let a long key push its action aside',
    'setup/hotkeys/Hotkeys.css',
    '  flex-wrap: wrap;\n  gap: 0.25rem;\n}\n\n.keys kbd',
    '  gap: 0.25rem;\n}\n\n.keys kbd',
  ),
]
