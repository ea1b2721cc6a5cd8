import type { Fault } from './fault.ts'

const windows = 'electron/shell/windows'
const system = 'electron/shell/system'

const plant = (name: string, file: string, from: string, to: string, ...tests: string[]): Fault => ({
  ...{ name: `windows: ${name}`, file, from, to },
  tests: tests.map((test) => `test/${test}.test.ts`),
})

const protocol = `${windows}/protocol.ts`
const places = `${windows}/places.ts`
const geometry = `${windows}/geometry.ts`
const placesFile = `${windows}/placesFile.ts`
const policy = `${windows}/policy.ts`
const ipc = 'renderer/bridge/ipc.ts'
const power = `${system}/power.ts`
const login = `${system}/login.ts`
const autostart = `${system}/autostart.ts`
const quitting = `${system}/quitting.ts`
const feed = 'electron/core/feed.ts'

/** Deliberate faults in windows, their bridge and scheme, and in what the system tells. Each must be seen by its test. */
export const windowsFaults: Fault[] = [
  // Who is heard.
  plant(
    'hear a window that is not ours',
    `${windows}/sender.ts`,
    "if (!isOurWindow) return 'it is no window of ours'",
    '',
    'shell/sender',
  ),
  plant(
    'hear a frame within a page',
    `${windows}/sender.ts`,
    "if (frame.parent !== null) return 'it is a frame within a page'",
    '',
    'shell/sender',
  ),
  plant(
    'take whatever begins like our address for ours',
    `${windows}/sender.ts`,
    'url.host === APP_HOST && url.pathname === PAGE_PATH',
    'text.startsWith("app://cuelight")',
    'shell/sender',
  ),
  plant(
    'fall over a frame that goes',
    `${windows}/sender.ts`,
    '    return GONE\n  }\n}',
    '    throw GONE\n  }\n}',
    'shell/sender',
  ),
  // The scheme.
  plant(
    'serve what lies above',
    protocol,
    '!PATH.test(path) || type === undefined',
    'type === undefined',
    'shell/protocol',
  ),
  plant('serve hidden files', protocol, '[\\w-]+(?:\\.[\\w-]+)+$/', '[\\w.-]+(?:\\.[\\w-]+)+$/', 'shell/protocol'),
  plant('serve any kind of file', protocol, ' || type === undefined', '', 'shell/protocol'),
  plant('serve under any host', protocol, ' && url.host === APP_HOST', '', 'shell/protocol'),
  plant('answer a POST', protocol, "method !== 'GET' && method !== 'HEAD'", "method === 'DELETE'", 'shell/protocol'),
  plant(
    'serve refusals without the content policy',
    protocol,
    'status, headers: { ...PAGE_HEADERS,',
    'status, headers: {',
    'shell/protocol',
  ),
  plant(
    'let scripts from anywhere run',
    'electron/pageHeaders.ts',
    "script-src 'self'",
    "script-src 'self' https:",
    'shell/protocol',
  ),
  plant('call a broken disk a missing page', protocol, 'if (isMissing(error))', 'if (error)', 'shell/protocol'),
  // What pages may do.
  plant('give pages Node', policy, 'nodeIntegration: false', 'nodeIntegration: true', 'shell/policy'),
  plant('let pages out of the sandbox', policy, 'sandbox: true', 'sandbox: false', 'shell/policy'),
  plant(
    'share the world of the preload',
    policy,
    'contextIsolation: true',
    'contextIsolation: false',
    'shell/policy',
  ),
  plant('let the overlay take the focus', policy, 'focusable: false', 'focusable: true', 'shell/policy'),
  plant(
    'let the overlay doze',
    policy,
    "backgroundThrottling: page !== 'overlay'",
    'backgroundThrottling: true',
    'shell/policy',
  ),
  plant('show the overlay though it was turned off', policy, ' && desktop.settings.overlay', '', 'shell/policy'),
  plant(
    'bring back the quick panel by the click that hid it',
    policy,
    '(hiddenAt === null || now - hiddenAt > ONE_CLICK_MS)',
    'hiddenAt !== now + ONE_CLICK_MS',
    'shell/policy',
  ),
  plant(
    'open what nobody named',
    `${windows}/mayOpen.ts`,
    'return known.some',
    'return [address].some',
    'shell/policy',
  ),
  plant('open insecure links', `${windows}/mayOpen.ts`, "url?.protocol !== 'https:'", 'url === null', 'shell/policy'),
  plant(
    'load a crashing page for ever',
    `${windows}/crashes.ts`,
    'const MOST = 3',
    'const MOST = 3_000',
    'shell/policy',
  ),
  plant('never forgive a crash', `${windows}/crashes.ts`, 'now - at < WITHIN_MS', 'now >= at', 'shell/policy'),
  plant(
    'believe a page that it is seen',
    `${windows}/viewers.ts`,
    '[...visible].some((one) => shown.has(one))',
    'visible.size > 0',
    'shell/policy',
  ),
  plant('let a page fill the log', `${windows}/sparing.ts`, 'if (said <= MOST)', 'if (said > 0)', 'shell/policy'),
  plant(
    'save by any name there is',
    `${windows}/saving.ts`,
    '!Object.hasOwn(HANDOUTS, asked)',
    '!(asked in HANDOUTS)',
    'shell/policy',
  ),
  plant('save for everybody to read', `${windows}/saving.ts`, '{ mode: 0o600 }', '{}', 'shell/policy'),
  plant(
    'call a file saved that was not',
    `${windows}/saving.ts`,
    "return { result: 'failed', why: fileNotSaved(error instanceof Error ? error.message : String(error)) }",
    "return { result: fileNotSaved('') ? 'saved' : 'left' }",
    'shell/policy',
  ),
  // Where windows go.
  plant(
    'open where a display was',
    places,
    'return within({ ...kept, ...size }, displayOf(kept, displays).workArea)',
    'return { ...kept, ...size }',
    'shell/places',
  ),
  plant('open too small', places, 'Math.max(kept.width, least.width)', 'kept.width', 'shell/places'),
  plant(
    'open larger than the display',
    geometry,
    'Math.min(Math.round(place.width), area.width)',
    'Math.round(place.width)',
    'shell/places',
  ),
  plant(
    'place a window by half pixels',
    geometry,
    'x: clamp(Math.round(place.x),',
    'x: clamp(place.x,',
    'shell/places',
  ),
  plant(
    'hang the quick panel off an upper bar upwards',
    places,
    'y < middleOf(display.bounds)[1]',
    'y < 0',
    'shell/places',
  ),
  plant(
    'take an empty place for a place',
    places,
    'icon.width > 0 && icon.height > 0',
    'icon.width >= 0',
    'shell/places',
  ),
  plant(
    'lay the quick panel on the bar',
    places,
    'inset(display.workArea, GAP)',
    'inset(display.bounds, GAP)',
    'shell/places',
  ),
  plant(
    'always take the primary display',
    places,
    'isKnown ? displayOf(icon, displays) : displays[0]',
    'displays[0]',
    'shell/places',
  ),
  plant('mind the order of displays', places, 'parts.toSorted().join', 'parts.join', 'shell/places'),
  plant(
    'forget the window with other displays',
    placesFile,
    'return here ?? rooms.findLast',
    'return here ?? [].findLast',
    'shell/places',
  ),
  plant('remember rooms without end', placesFile, '.slice(-(MOST - 1))', '', 'shell/places'),
  plant(
    'believe a window of no size',
    placesFile,
    'width: z.number().positive()',
    'width: z.number()',
    'shell/places',
  ),
  plant(
    'let the file of places end the start',
    placesFile,
    '    log(`where the windows were could not be read',
    '    throw error\n    log(`where the windows were could not be read',
    'shell/places',
  ),
  // The page over the app's channel.
  plant(
    'wait for a snapshot that nobody asked for',
    ipc,
    '    this.#pulse.check()\n    return () => {',
    '    return () => {',
    'renderer/ipc',
  ),
  plant('tell a person to start what runs', ipc, "if (this.#link !== 'connecting') ", '', 'renderer/ipc'),
  plant(
    'ask a hanging app but once',
    ipc,
    "this.#setLink('lost')\n    this.#pulse.check()",
    "this.#setLink('lost')",
    'renderer/ipc',
  ),
  plant('forget what an app that hung was asked', ipc, '    this.#talk.stands()\n', '', 'renderer/ipc'),
  plant(
    'call a file saved that the app did not save',
    ipc,
    "if (answer.result === 'failed') throw new Error(answer.why)",
    '',
    'renderer/ipc',
  ),
  plant(
    'call a file saved that nobody wanted any more',
    ipc,
    "return answer.result === 'saved' ? SAVE_WORDS.saved : null",
    'return SAVE_WORDS.saved',
    'renderer/ipc',
  ),
  plant(
    'open a socket in the app',
    'renderer/main.tsx',
    'shell ? new IpcBridge(shell) : browserBridge()',
    'browserBridge()',
    'renderer/ipc',
  ),
  plant(
    'lead to the question but once',
    'renderer/setup/QuitCuelight.tsx',
    "history.replaceState(null, '', QUIT_PLACE.slice(0, QUIT_PLACE.lastIndexOf('/')))",
    '',
    'renderer/ipc',
  ),
  // Sleep.
  plant('believe after sleep what was read before', feed, '      distrusted = true\n', '', 'shell/power'),
  plant(
    'take any reading for that of the status',
    feed,
    " && topic === 'live' && current) distrusted",
    ') distrusted',
    'shell/power',
  ),
  plant('wake with everybody at once', feed, 'planAll(WAKE_JITTER_MS * random())', 'planAll(0)', 'shell/power'),
  plant('sleep on without being told', power, 'slept > MISSING_MS', 'slept > Number.MAX_VALUE', 'shell/power'),
  plant(
    'take a clock set back for sleep',
    power,
    'slept > MISSING_MS',
    'Math.abs(slept) > MISSING_MS',
    'shell/power',
  ),
  plant('wake twice', power, 'if (wokeAt !== null && now - wokeAt < ONE_WAKING_MS) return', '', 'shell/power'),
  plant('wake once a while', power, '      wokeAt = null\n', '', 'shell/power'),
  plant(
    'not see the network come back',
    power,
    'const isBack = online && !wasOnline',
    'const isBack = false && online',
    'shell/power',
  ),
  plant('watch on after the end', power, 'stop: () => stopLooking(),', 'stop: () => {},', 'shell/power'),
  // Login.
  plant(
    'believe the system did it',
    login,
    'if (enabled !== on) throw',
    'if (enabled === null) throw',
    'shell/login',
  ),
  plant(
    'take another program for ours',
    login,
    'const isOurs = line === execLine(command)',
    'const isOurs = line !== null',
    'shell/login',
  ),
  plant('not see that a desktop turned it off', autostart, "value('Hidden') === 'true' || ", '', 'shell/login'),
  plant('let a desktop read a dollar sign', autostart, '/["`$\\\\]/g', '/["`\\\\]/g', 'shell/login'),
  plant('let a desktop fill a field code in', autostart, ".replaceAll('%', '%%')", '', 'shell/login'),
  plant('start what is gone by then', login, 'env.APPIMAGE || ', '', 'shell/login'),
  plant('show a window at login', login, "...app, '--hidden', ...options", '...app, ...options', 'shell/login'),
  // The way out.
  plant(
    'hold up the system as it ends',
    quitting,
    '      if (systemEnds) return\n      event.preventDefault()',
    '      event.preventDefault()',
    'shell/quitting',
  ),
  plant('wait for ever for a last word', quitting, '      clock.after(LAST_WORDS_MS, end)\n', '', 'shell/quitting'),
  plant(
    'end without a word in the journal',
    quitting,
    "      void act({ type: 'quit', onAir: 'leave' })\n",
    '      end()\n',
    'shell/quitting',
  ),
  plant('ask a window that never comes', quitting, 'if (!canAnswer() && !asking', 'if (asking', 'shell/quitting'),
  plant('ask beside the window that came', quitting, '!canAnswer() && ', '', 'shell/quitting'),
  plant(
    'take an answer that could not be given for leaving',
    quitting,
    "return 'stay' as const",
    "return 'leave' as const",
    'shell/quitting',
  ),
  plant('never end what has not begun', quitting, "if (reason?.reason === 'notHere' ||", 'if (', 'shell/quitting'),
]
