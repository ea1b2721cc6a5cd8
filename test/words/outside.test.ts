/** Every sentence that users read is in `shared/words`: all strings in every shipped source are checked. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import type { Planted } from '../../build/plantedFault.ts'
import { type Place, placesOf, type Syntax } from '../../build/words/syntax.ts'

const top = join(import.meta.dirname, '../..')
const ROOMS = ['electron', 'renderer', 'shared']

/** Files and folders whose texts are not our words for users, and why. */
const NOT_OURS_TO_TRANSLATE: Record<string, string> = {
  'shared/words': 'the words themselves',
  'electron/studio': 'the local studio: a service of its own, whose answers are data as those of a hosted one are',
  'shared/contract': 'the contract: what is wrong with a field, for whoever writes the override file',
  'shared/control': 'the control API: what its document says of a field, for whoever writes a program',
  'electron/cli/control': 'the client that is handed out, for whoever writes a program',
  'shared/hotkeys/shownKey.ts': 'what stands on the keys of a keyboard',
  'electron/service':
    'the client: details of failures for the log; people are told by shared/words/outcomes/failures.ts',
  'electron/decks/streamdeck/draw.ts': 'pictures: SVG around words of shared/words',
  'electron/decks/streamdeck/glyphs.ts': 'pictures without a word',
  'electron/decks/streamdeck/inspector/page.ts': 'a page around words of shared/words',
  'electron/remote/phone/phonePage.ts': 'a page around words of shared/words, and its headers',
  'electron/remote/phone/phoneServer.ts': 'headers, and elements of a page without a word',
  'electron/support/support.ts': 'lines of the log',
  'electron/app/options.ts': 'the help of npm start, for whoever types commands',
  'electron/shell/windows/sender.ts': 'why a page was refused, for the log',
}

/** Single texts, by file, and why they are allowed there. */
const SINGLE: Record<string, [text: string, why: string][]> = {
  'renderer/features/scenes/Scenes.tsx': [['[data-scene=', 'a selector']],
  'renderer/features/scenes/OffscreenMarkers.tsx': [['px', 'lengths']],
  'renderer/ui/screen/Screen.tsx': [[':scope > :first-child', 'a selector']],
  'renderer/features/projects/CreateProject.tsx': [['project create', 'the key of a draft']],
  'renderer/features/access/QrCode.tsx': [['h1v1h-1z', 'a path of SVG']],
  'renderer/app/page.ts': [['1em ', 'a font, as styles name it']],
  'shared/bridge/bridge.ts': [['charset=utf-8', 'a header']],
  'shared/report/html.ts': [['', 'a page and its styles: the words are in shared/words/reports/report.ts']],
  'shared/settings/baseUrl.ts': [['', 'what a schema says of a field; connecting.ts makes a sentence of it']],
  'shared/commands/commands.ts': [['no command is called ', 'what a schema says of a field']],
  'shared/commands/ids.ts': [['cannot be an id', 'what a schema says of a field']],
  'electron/core/profiles/importing.ts': [['', 'what a schema says of a field']],
  'renderer/bridge/questions.ts': [['', 'the message of an error; nobody is shown it']],
  'renderer/ui/button/usePageKey.ts': [['textarea, select', 'a selector']],
  'electron/app/openInBrowser.ts': [['<!doctype html>', 'a page without a word']],
  'electron/cli/completion.ts': [['cuelight', 'scripts']],
  'electron/core/files/dataDir.ts': [['Application Support', 'a folder']],
  'electron/remote/bridgeServer.ts': [['', 'the status line of a refusal and the reason of a close, for programs']],
  'electron/remote/control/controlServer.ts': [['', 'the status line of a refusal, for programs']],
  'electron/util/pairingKeys.ts': [[' Key', 'what keys are derived for (RFC 5802)']],
  'electron/remote/downloads.ts': [['attachment', 'a header']],
  'electron/remote/panelServer.ts': [['charset=utf-8', 'a header']],
  'electron/remote/strangers.ts': [['408 Request Timeout', 'the status line of a refusal, for programs']],
  'electron/remote/phone/certificate.ts': [['-----BEGIN', 'PEM (RFC 7468)']],
  'electron/util/pageHeaders.ts': [
    ['default-src', 'a header'],
    ['max-age', 'a header'],
  ],
  'electron/shell/windows/protocol.ts': [['charset=utf-8', 'a header']],
  'electron/shell/installCommand.ts': [['', 'scripts']],
  'electron/shell/system/login.ts': [['[Desktop Entry]', 'a file of the system']],
  'electron/shell/desktop.ts': [['the desktop file was not', 'a line of the log']],
  'electron/shell/system/windowsIdentity.ts': [['Microsoft/Windows', 'a folder of Windows']],
  'electron/shell/system/relaunch.ts': [['kill -0', 'a script']],
  'electron/shell/system/desktopFile.ts': [['', 'a file of the system']],
  'electron/shell/doctor/tries.ts': [['Local State', 'a file of Chromium’s']],
  'electron/app/doctor.ts': [['Cuelight doctor', 'under which a key is tried in the keychain']],
  'electron/ipc.ts': [['', 'lines of the log']],
  'electron/studio/supervisor/supervisor.ts': [['local studio', 'a label of an account, kept in files']],
  'electron/core/keychain/answering.ts': [['Cuelight keeps keys here', 'how an entry is known again']],
  'electron/core/keychain/main.ts': [['the keychain process', 'between two processes of ours']],
  'electron/core/keychain/processKeychain.ts': [['the keychain process', 'details of a fault, as in the log']],
  'electron/core/profiles/keys.ts': [
    ['must begin with ', 'what a schema says of a field'],
    ['The keychain is locked.', 'compared with what the keychain says'],
  ],
  'electron/core/bridge/clientSession.ts': [['not offered here', 'details of a failure, for the log']],
  'electron/core/workflows/dates.ts': [[' dates', 'details of a failure, for the log']],
  'electron/core/journal/recovery.ts': [['Cuelight ended before', 'details of a failure, for the log']],
  'electron/core/polling/liveReducer.ts': [['no reason given', 'stands for what a service left out']],
}

/** Calls whose texts are for developers: the log, and errors that are our own bugs. */
const FOR_DEVELOPERS =
  /^(?!console\.).*(^|\.)(log|#log|logFault|fault|error|exec|prepare|write|close|awake|refuse|path|drawn)$/
/** Attributes and properties that no user reads. */
const TECHNICAL_NAMES = ['className', 'd', 'viewBox', 'points', 'rel', 'style', 'sizes']

/** A source, with the planted fault of this run, if any. */
function sourceOf(file: string): string {
  const text = readFileSync(join(top, file), 'utf8')
  const planted = JSON.parse(process.env.CUELIGHT_FAULT ?? 'null') as Planted | null
  return planted?.file === file ? text.replace(planted.from, () => planted.to) : text
}

function sentencesIn(file: string): string[] {
  return placesOf(file, sourceOf(file)).flatMap((place) => {
    const text = textOf(place.node)
    const isText = place.node.type === 'JSXText' ? /\p{L}/u.test(text) : /\p{L}.*\s.*\p{L}/su.test(text)
    return isText && !isTechnical(place, file) ? [text] : []
  })
}

function textOf(node: Syntax): string {
  if (node.type === 'JSXText') return node.value.trim()
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked ?? '').join('…') : ''
}

function isTechnical({ above }: Place, file: string): boolean {
  const source = sourceOf(file)
  return above.some((one) => {
    if (one.type === 'NewExpression') return true
    if (one.type === 'CallExpression') return FOR_DEVELOPERS.test(source.slice(one.callee.start, one.callee.end))
    if (one.type !== 'JSXAttribute') return false
    return typeof one.name.name === 'string' && TECHNICAL_NAMES.includes(one.name.name)
  })
}

const allowedIn = (file: string) => SINGLE[file] ?? []
const isOutOfScope = (file: string) =>
  Object.keys(NOT_OURS_TO_TRANSLATE).some((path) => file === path || file.startsWith(`${path}/`))

const files = ROOMS.flatMap((room) =>
  readdirSync(join(top, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(top, join(entry.parentPath, entry.name))),
)

test('every sentence is in the words', () => {
  const found = files
    .filter((file) => !isOutOfScope(file))
    .flatMap((file) =>
      sentencesIn(file)
        .filter((text) => !allowedIn(file).some(([allowed]) => text.includes(allowed)))
        .map((text) => `${file}: ${text.slice(0, 100)}`),
    )
  expect(found).toEqual([])
})

test('every exception is still needed', () => {
  const unused = Object.entries(SINGLE).flatMap(([file, all]) => {
    const texts = files.includes(file) ? sentencesIn(file) : []
    return all
      .filter(([allowed]) => !texts.some((text) => text.includes(allowed)))
      .map(([allowed]) => `${file}: ${allowed}`)
  })
  expect(unused).toEqual([])
})
