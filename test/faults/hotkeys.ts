import type { Fault } from './fault.ts'

const [chain, binding, keys] = ['hotkeys', 'hotkeysBinding', 'hotkeysKeys'].map((one) => `test/shell/${one}.test.ts`)

const plant = (name: string, file: string, from: string, to: string, test = chain): Fault => ({
  name: `hotkeys: ${name}`,
  file: file.includes('/') ? file : `electron/shell/hotkeys/${file}`,
  from,
  to,
  tests: [test ?? ''],
})

const overlay = (name: string, file: string, from: string, to: string): Fault =>
  plant(name, `renderer/overlay/${file}`, from, to, 'test/renderer/overlay.test.ts')

/** Deliberate faults of our own in the hotkeys, the overlay that answers them, and its sounds. */
export const hotkeyFaults: Fault[] = [
  // What is a press.
  plant(
    'take the first repeat of a held key for a second press',
    'heldKeys.ts',
    '      doubt(action, key)\n',
    '      onPress(action)\n',
  ),
  plant(
    'believe a silence that slow repeats leave',
    'heldKeys.ts',
    'const QUIET_ON_AIR_MS = 420',
    'const QUIET_ON_AIR_MS = 150',
  ),
  plant(
    'forget that a held key stays held',
    'heldKeys.ts',
    'key.held ? REPEATS_COME_MS : PRESS_GAP_MS',
    'PRESS_GAP_MS - 370',
  ),
  plant(
    'act on the keys that were just recorded',
    'hotkeys.ts',
    '    heldKeys.calm()\n    return job()',
    '    return job()',
    binding,
  ),
  plant(
    'act on the keys that are held as a recording ends',
    'hotkeys.ts',
    "registrar.pause('recording', until !== null)\n    heldKeys.calm()",
    "registrar.pause('recording', until !== null)",
    binding,
  ),
  plant(
    'act on a press in doubt over a locked screen',
    'hotkeys.ts',
    "registrar.pause('suspended', on)\n      heldKeys.calm()",
    "registrar.pause('suspended', on)",
    binding,
  ),

  // Two steps, once each.
  plant('find an arm again that was used', 'presses.ts', '    arms.delete(action)\n', ''),
  plant(
    'take what was armed elsewhere',
    'presses.ts',
    'const own = arms.get(action)',
    'const own = state().arm ? { arm: state().arm as Arm, until: Number.POSITIVE_INFINITY } : arms.get(action)',
  ),
  plant('ask again while it is on its way', 'presses.ts', 'if (onItsWay.has(action)) return answers.onItsWay()', ''),
  plant(
    'mean whatever runs',
    'asked.ts',
    "case 'sync':\n      if (liveId === null) return",
    "case 'sync':\n      if (liveId === undefined) return",
  ),
  plant(
    'open the padlock by a key',
    'asked.ts',
    '{ why: FLASH_WORDS.padlockClosed }',
    "{ command: { type: 'setPadlock', locked: false } }",
  ),

  // What is said.
  plant(
    'leave a press without an answer until the service has one',
    'presses.ts',
    'clock.after(DRAWN_AFTER_MS, () => answers.sent(action))',
    '() => {}',
  ),
  plant('call a switch on air that is not', 'flash.ts', 'notOnAir: { title', "notOnAir: { tone: 'onAir', title"),
  plant(
    'let the late answer to a start take back what a reading saw',
    'flashes.ts',
    'if (start?.aired && isOfStart(ended)) return',
    '',
  ),
  plant(
    'say "armed" when it is not any more',
    'flashes.ts',
    'if (armId !== null && state.arm?.armId !== armId) clear()',
    '',
  ),
  plant('never say that a start is on air', 'flashes.ts', 'say(onAirSaid(name))', ''),

  // Keys at the system.
  plant(
    'let go of a key before its successor is there',
    'changing.ts',
    'if (accelerator !== null) refuseUnlessOurs',
    'if (accelerator === null) refuseUnlessOurs',
    binding,
  ),
  plant(
    'keep a key that the disk did not take',
    'changing.ts',
    "await write(before).catch(() => log('the hotkeys before could not be written back'))",
    '',
    binding,
  ),
  plant(
    'act in a self-test',
    'hotkeys.ts',
    'onPress: (action) => (selfTest.runs() ?',
    'onPress: (action) => (selfTest.runs() && action === null ?',
    binding,
  ),
  plant('record for ever', 'spell.ts', 'stopTimer = clock.after(ms, end)', 'stopTimer = () => {}', binding),
  plant('hold keys on a locked screen', 'registrar.ts', "    if (reasons.size > 0) return 'paused'\n", '', binding),
  plant(
    'trust a grab over a sleep',
    'registrar.ts',
    '    recheck() {\n      letGoOfAll()',
    '    recheck() {',
    binding,
  ),
  plant(
    'ask the portal again for what it gave',
    'registrar.ts',
    "if (way !== 'portal' || !grabs.isRegistered(accelerator)) letGo",
    'letGo',
    binding,
  ),
  plant(
    'keep the proof of another key',
    'registrar.ts',
    'if (next[action] !== accelerator) proofs.delete(action)',
    'if (!accelerator) proofs.delete(action)',
    binding,
  ),
  plant(
    'die of a system that throws',
    'registrar.ts',
    "      return 'failed'\n    }\n  }",
    '      throw error\n    }\n  }',
    binding,
  ),

  // Keys as they are written and pressed.
  plant(
    'take letters from typing',
    'shared/accelerator.ts',
    'return isFree || modifiers.some',
    'return true || modifiers.some',
    keys,
  ),
  plant('say nothing of what X11 swallows', 'shared/accelerator.ts', "return 'x11'", 'return null', keys),
  plant(
    'record another letter than was pressed',
    'shared/recordedKey.ts',
    'if (/^[a-z]$/i.test(key)) return { key }',
    '',
    keys,
  ),
  plant(
    'give two actions one key',
    'shared/hotkeys.ts',
    'if (owner) clashes[action] = owner',
    'if (!owner) clashes[action] = owner',
    keys,
  ),

  // The overlay.
  overlay(
    'show the card where it is turned off',
    'Overlay.tsx',
    '{flash && settings?.overlay && ',
    '{flash && settings && ',
  ),
  overlay(
    'show what is armed though the core is gone',
    'Overlay.tsx',
    "link === 'up' ? (state?.desktop?.flash ?? null) : null",
    'link && (state?.desktop?.flash ?? null)',
  ),
  overlay('take a rehearsal for real', 'Overlay.tsx', 'data-rehearsal={rehearsal || undefined}', ''),
  overlay('sound again with each change of the state', 'useSound.ts', 'nr === heard.current ||', ''),
  overlay('sound where that is turned off', 'useSound.ts', 'if (!on || tone', 'if (tone'),
  overlay('sound each turn of a press', 'useSound.ts', 'return () => clearTimeout(timer)', ''),
  overlay('be loud', 'tones.ts', 'const QUIET = 0.1', 'const QUIET = 0.5'),
  overlay(
    'give two tones one sound',
    'tones.ts',
    'done: run([660, 70], [880, 110])',
    'done: run([660, 70], [660, 70])',
  ),
]
