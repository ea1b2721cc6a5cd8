import type { Fault } from './fault.ts'

const plant = (name: string, file: string, from: string, to: string, ...tests: string[]): Fault => ({
  name: `cli: ${name}`,
  file,
  from,
  to,
  tests: tests.map((test) => `test/cli/${test}.test.ts`),
})

const asking = 'shared/asking.ts'
const client = 'electron/core/programClient.ts'
const commandFile = 'electron/shell/commandFile.ts'
const desk = 'electron/cli/desk.ts'
const installing = 'electron/shell/installCommand.ts'
const launcher = 'electron/cli/commandLine.ts'
const links = 'shared/links.ts'
const naming = 'shared/naming.ts'
const run = 'electron/cli/run.ts'
const shellLinks = 'electron/shell/links.ts'
const show = 'electron/cli/show.ts'
const status = 'electron/cli/status.ts'
const watch = 'electron/cli/watch.ts'

/** Deliberate faults of our own in the command line, in links and in what puts the command on the PATH. */
export const cliFaults: Fault[] = [
  // Stopping.
  plant('stop without --confirm', show, 'if (!desk.typed.confirm) return unconfirmed(desk)', '', 'show'),
  plant('commit at once', show, 'await sleep(desk.clock, notBefore - armedAt + SLACK_MS)', '', 'show'),
  plant(
    'say "nothing is on air" from an old reading',
    show,
    "reason !== 'notLive' && reason !== 'notKnown'",
    'reason',
    'show',
  ),
  plant(
    'call it done once it is armed',
    show,
    "if (armed.result !== 'armed') return answerOf(armed)",
    "if (armed.result !== 'refused') return answerOf(armed)",
    'show',
  ),
  // Lost links.
  plant(
    'take a lost answer for a refusal',
    desk,
    'code: EXIT.notKnown, sentence',
    'code: EXIT.refused, sentence',
    'trouble',
  ),
  plant(
    'send again what got no answer',
    desk,
    '    if (!(error instanceof ProgramError) || !mayHaveArrived(error)) throw error\n',
    '    if (!(error instanceof ProgramError) || !mayHaveArrived(error)) throw error\n    await (await connectProgram(desk.path, desk.clock)).send(command)\n',
    'trouble',
  ),
  plant('keep quiet about what is true after a lost answer', desk, 'await truth(desk)', "''", 'trouble'),
  plant(
    'call a stop unknown that was never sent',
    client,
    "if (closed) giveUp({ problem: 'lost', sent: false })",
    "if (closed) giveUp({ problem: 'lost', sent: true })",
    'trouble',
  ),
  plant(
    'wait for ever for a silent core',
    client,
    "giveUp({ problem: 'silent', waitedMs: withinMs })",
    '{}',
    'trouble',
  ),
  plant(
    'tell a deaf core what to do',
    run,
    'rehearsal = (await client.state()).service.rehearsal',
    'rehearsal = false',
    'trouble',
    'seeing',
  ),
  plant(
    'believe that a left-over socket is a core',
    'electron/core/programProblem.ts',
    "case 'ECONNREFUSED':",
    '',
    'trouble',
  ),
  // Exit codes and JSON.
  plant('call what is not known done', 'electron/cli/answer.ts', 'return EXIT.notKnown', 'return EXIT.done', 'show'),
  plant('call a refusal done', 'electron/cli/answer.ts', "result === 'done' ||", "result !== 'failed' ||", 'show'),
  plant(
    'leave the rehearsal out',
    run,
    'outcome, rehearsal, ...fields',
    'outcome, rehearsal: null, ...fields',
    'seeing',
  ),
  plant('let a rehearsal pass for a show', run, 'if (rehearsal && !typed.json) around.err(REHEARSAL)', '', 'seeing'),
  plant(
    'end a watch as if nothing had ended',
    watch,
    'code: EXIT.noApp, sentence',
    'code: EXIT.done, sentence',
    'seeing',
  ),
  plant(
    'pass over an option that means nothing here',
    launcher,
    'refuseForeign(command, values)',
    'void values',
    'trouble',
  ),
  plant('pass over a word too many', launcher, "if (about === '') return ''", "return ''", 'trouble'),
  // What is seen.
  plant('tell an old reading as the truth', status, "tally !== 'stale' && tally !== 'unknown'", 'true', 'seeing'),
  plant('tell every reading as news', watch, 'JSON.stringify(lasting(status))', 'JSON.stringify(status)', 'seeing'),
  plant('never look at the time', watch, 'every(desk.clock, again, desk.client.ended)', '', 'seeing'),
  plant('call preparing on air', watch, "tally === 'live' || tally === 'unsynced'", "tally !== 'off'", 'seeing'),
  plant(
    'wait for a broadcast that failed',
    watch,
    "typed.about === 'live' && begun &&",
    "begun && tally === 'live' &&",
    'seeing',
  ),
  plant(
    'draw a state with a patch missing',
    'electron/cli/follow.ts',
    'message.base === revision',
    'message.base > 0',
    'follow',
  ),
  // What is meant.
  plant('take the first of several', naming, 'return found.length === 1 ?', 'return found.length >= 1 ?', 'show'),
  plant(
    'take a number before a name',
    naming,
    '({ name }) => plain(name) === text,',
    '(_, index) => index + 1 === number,\n    ({ name }) => plain(name) === text,',
    'show',
  ),
  plant(
    'take a beginning before a number',
    naming,
    '(_, index) => index + 1 === number,\n    ({ name }) => plain(name).toLowerCase().startsWith(lower),',
    '({ name }) => plain(name).toLowerCase().startsWith(lower),\n    (_, index) => index + 1 === number,',
    'show',
  ),
  plant('tell two ways of writing a letter apart', naming, ".normalize('NFC')", '', 'show'),
  plant(
    'act on the show target whatever was named',
    asking,
    'named === null ? {} : { projectId: named }',
    '{}',
    'show',
  ),
  plant(
    'say that nothing runs when that is not known',
    asking,
    'live !== null && !isRunning(live)',
    'live === null || !isRunning(live)',
    'asking',
  ),
  // Links.
  plant(
    'let a link go live',
    asking,
    "if (way === 'armOnly') return { command: { type: 'armGoLive'",
    "if (way === null) return { command: { type: 'armGoLive'",
    'links',
  ),
  plant('arm for a link as short as for a key', asking, "way === 'armOnly' ? 'menu' : 'press'", "'press'", 'links'),
  plant(
    'let a link count as the program that brings it',
    'electron/core/openLink.ts',
    "meant.command, 'link')",
    "meant.command, 'cli')",
    'links',
  ),
  plant(
    'let links do what programs may',
    'electron/core/guard.ts',
    'ARM_ONLY_SOURCES.includes(source) &&',
    "source === 'agent' &&",
    'links',
  ),
  plant('read a link of any length', links, 'text.length > LONGEST_LINK', 'text.length < 0', 'links'),
  plant(
    'read escaped paths in a link',
    links,
    '[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\\\/]',
    '[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]',
    'links',
  ),
  plant('read control characters in a link', links, '[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\\\/]', '[\\\\/]', 'links'),
  plant(
    'take the last of what stands twice',
    links,
    'if (values.has(name)) return { refused: LINK_PROBLEMS.repeated }',
    '',
    'links',
  ),
  plant(
    'pass over what a link asks for besides',
    links,
    "if (name !== 'project' && name !== takes)",
    "if (name === '')",
    'links',
  ),
  plant(
    'throw at a bad escape',
    links,
    'const value = decoded(raw)',
    'const value: string | null = decodeURIComponent(raw)',
    'links',
  ),
  plant(
    'bring the window up for any link',
    shellLinks,
    "if ('refused' in link) return",
    "if ('refused' in link) show()\n      if ('refused' in link) return",
    'links',
  ),
  plant('arm where nobody looks', shellLinks, '      show()\n', '', 'links'),
  plant('open a link before the show was read', shellLinks, 'await known(core, clock)', '', 'links'),
  plant('wait for ever for a first reading', shellLinks, 'clock.after(FIRST_READING_MS, over)', '() => {}', 'links'),
  // The command on the PATH.
  plant(
    "replace another's program",
    commandFile,
    "if (standing.there === 'other') throw",
    "if (standing.there === 'nothing' && !plan) throw",
    'install',
  ),
  plant(
    'follow a link and write where it leads',
    commandFile,
    'await disk.rename(beside, path)',
    'await disk.writeFile(path, content)\n    await disk.rm(beside)',
    'install',
  ),
  plant(
    'leave half a command behind',
    commandFile,
    'await disk.rm(beside, { force: true }).catch(() => {})',
    '',
    'install',
  ),
  plant(
    'let a terminal find another program unnoticed',
    commandFile,
    "if (standing.there === 'other') return { path: null",
    "if (standing.there === 'other' && !path) return { path: null",
    'install',
  ),
  plant('lose the quotes of a path', installing, 'quoted.join(\' \')} "$@"', 'program.join(\' \')} "$@"', 'install'),
  plant('let a batch file expand a path', installing, "part.replaceAll('%', '%%')", 'part', 'install'),
  plant('name the place an AppImage is gone from', installing, 'env.APPIMAGE ?? execPath', 'execPath', 'install'),
  // The second start.
  plant(
    'end at once while the first one is still starting',
    client,
    'if (clock.monotonic() > giveUp) throw error',
    'if (giveUp) throw error',
    'secondStart',
  ),
  plant(
    'let any page bring the window up',
    'electron/secondStart.ts',
    'if (isNoLink(outcome)) {',
    'if (!outcome) {',
    'secondStart',
  ),
]
