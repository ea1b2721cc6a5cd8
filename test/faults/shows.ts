import type { Fault } from './fault.ts'

const plant = (name: string, file: string, from: string, to: string, test = 'shows/shows'): Fault => ({
  name: `shows: ${name}`,
  file: `electron/${file}`,
  from,
  to,
  tests: [`test/${test}.test.ts`],
})

/** Deliberate faults of our own that shows by chance must run into with the numbers they always have. */
export const showsFaults: Fault[] = [
  plant(
    'send a start again when its answer was lost',
    'service/retry.ts',
    "if (operation.repeat !== 'auto') return mayFollowLimit(operation, failure, sendings) ? { waitMs: 0 } : null",
    '',
  ),
  plant(
    'forget a lost start over a kill',
    'core/core.ts',
    'takeUpUnsettled(opened.journal.unsettled(id), store, clock.now())',
    '',
  ),
  plant(
    'forget a lost start over the second kill',
    'core/openLines.ts',
    "if (one.sent.air && !one.overtaken && line.outcome?.result === 'unknown') one.ended = line",
    'if (one.overtaken) one.ended = line',
  ),
  plant(
    'settle a lost start on the first OFFLINE',
    'core/settling.ts',
    '{ readings: 3, overMs: 30_000 }',
    '{ readings: 1, overMs: 0 }',
  ),
  plant(
    'ask the guard only when a command comes in',
    'core/context.ts',
    'guard(press.command, press.source, store.get()) ?? options.holds?.() ?? null',
    'null as ReturnType<typeof guard>',
  ),
  plant(
    'carry out the same id again after a restart',
    'core/dispatcher.ts',
    'const remembered = fromJournal(entries)',
    'const remembered = new Map<string, Promise<Outcome>>()',
  ),
  plant('carry out the same id again in one run', 'core/dispatcher.ts', 'if (known) return known', ''),
  plant(
    'leave what a kill cut off without an outcome',
    'core/recovery.ts',
    'journal.write({ ...line,',
    '({ ...line,',
  ),
  plant('take a second step at any time', 'core/arms.ts', 'if (now < one.from) return tooSoon(one, now)', ''),
  plant(
    'take what a fault leaves unknown for done',
    'core/dispatcher.ts',
    "return unknown ? { result: 'unknown', failure } : { result: 'failed', failure }",
    "return { result: 'failed', failure }",
  ),
  // What the long run found, each with a test of its own.
  plant(
    'claim the scene before a switch that auto-sync may have carried',
    'core/readings.ts',
    "if (project.air.basis === 'lastSync') forgetAir(project)\n  project.unsynced = { some: null",
    'project.unsynced = { some: null',
    'core/truth',
  ),
  plant(
    'forget a start that a stop overtook',
    'core/openLines.ts',
    'else one.overtaken = true',
    'else open.delete(id)',
    'core/crash',
  ),
  plant(
    'begin the settling anew with every change',
    'core/reader.ts',
    'lastWrite.set(projectId, turn)',
    'lastWrite.set(projectId, turn)\n      parts.watches.delete(projectId)',
    'core/lostStart',
  ),
  plant(
    'forget an edit that waits when the active scene moves',
    'core/readings.ts',
    'some: project.unsynced.some === true ? true : null',
    'some: null',
    'core/truth',
  ),
  plant(
    'find out what was lost only where somebody looks',
    'core/feed.ts',
    'if (projectId !== followed) return settleApart(projectId)',
    'if (projectId !== followed) return',
    'core/lostStart',
  ),
  plant(
    'claim what a sync carried though nothing was read since',
    'core/readings.ts',
    '    forgetUnreadAir(project)\n',
    '',
    'core/truth',
  ),
]
