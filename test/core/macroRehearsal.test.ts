/** A macro is rehearsed beside the show: nothing of it reaches the account, and the report says what happened. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PATIENCE_MS } from '../../build/suite/patience.ts'
import { openRehearsalStudio } from '../../electron/app/rehearsalStudio.ts'
import { createMacroRehearsals } from '../../electron/core/rehearsing/macroRehearsals.ts'
import type { RehearsalStudio } from '../../electron/core/rehearsing/stage.ts'
import type { Source } from '../../shared/commands/commands.ts'
import type { MacroStep } from '../../shared/macros/macro.ts'
import type { ProjectState } from '../../shared/state.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { counted } from '../fakes/rig.ts'
import { breathe } from '../fakes/virtualClock.ts'
import { closing } from '../support/atEnd.ts'
import { liveId, type Stage, scenesOf, stage, stageOnAir, switchTo } from './stage.ts'

type Rehearsing = Awaited<ReturnType<typeof rehearsing>>

/** @param open another studio than the one that is shipped */
async function rehearsing(on: Stage, open: typeof openRehearsalStudio = openRehearsalStudio) {
  const { rig } = on
  const dir = join(rig.dataDir, 'rehearsal')
  mkdirSync(join(dir, 'of a process that was killed'), { recursive: true })
  const studios: (RehearsalStudio & { answers(): Promise<void> })[] = []
  const rehearsals = createMacroRehearsals({
    ...{ store: rig.core.store, clock: rig.clock, dir, log: (line) => rig.log.push(line) },
    async openStudio(show, meanings) {
      const studio = await open({ show, meanings, clock: rig.clock, log: () => {}, onSecret: () => {} })
      const { connection, answers } = counted(studio.connection)
      studios.push({ ...studio, answers })
      return { ...studio, connection }
    },
  })
  expect(existsSync(dir)).toBe(false)
  rig.core.provide({ macroRehearsals: rehearsals })
  closing(rehearsals)
  const until = async (holds: () => boolean, what: string) => {
    for (const since = performance.now(); !holds(); ) {
      if (performance.now() - since > PATIENCE_MS) throw new Error(`never came: ${what}`)
      const studio = studios.at(-1)
      // Until there is one, nothing waits for the clock.
      await (studio ?? { answers: breathe }).answers()
      if (studio && !holds()) await rig.pass(50)
    }
  }
  return {
    ...{ ...on, dir, studios, until, rehearsals },
    /** Saves a macro, and rehearses it; returns its id and the outcome. */
    async rehearse(steps: MacroStep[], source: Source = 'panel') {
      const id = randomUUID()
      await rig.press({ type: 'saveMacro', id, name: 'Opening', steps })
      let outcome: Awaited<ReturnType<typeof rig.press>> | null = null
      void rig.press({ type: 'rehearseMacro', macroId: id }, source).then((answer) => {
        outcome = answer
      })
      await until(() => outcome !== null, 'the rehearsal began')
      return { id, outcome, report: () => rig.state().macroReports[id] ?? null }
    },
    isOver: () => until(() => rehearsals.runs() === null, 'the rehearsal is over'),
    isGone: () => until(() => !existsSync(dir), 'nothing of it is left'),
  }
}

const writes = ({ server }: Stage) => server.requests.filter(({ method }) => method !== 'GET').length
const told = ({ rig }: Stage) =>
  rig.state().journal.flatMap(({ what }) => ('event' in what && what.event === 'editStep' ? [what.about] : []))
const named = (on: Stage, at: number) => {
  const { id = '', name = '' } = scenesOf(on)[at] ?? {}
  return { id, name }
}
const to = (on: Stage, at: number): MacroStep => ({ do: 'scene', scene: named(on, at) })
const wait = (seconds: number): MacroStep => ({ do: 'wait', seconds })
const DONE = { result: 'done' }
const BACK: MacroStep[] = [{ do: 'back' }]

function leaveThird(project: ProjectState): void {
  project.earlierSceneIds = [project.scenes?.[2]?.id ?? '']
}

function expire(settings: ProjectState['settings'], check: ProjectState['check']): void {
  const [id] = settings?.destinationIds ?? []
  if (check && id !== undefined) check.results[id] = { valid: false, error: 'TOKEN_EXPIRED' }
}

test('off air: goes live and stops on a studio of its own, while the account receives nothing but its readings', async () => {
  const on = await rehearsing(await stage())
  const { server, rig } = on
  // As many readings as in the same time without a rehearsal.
  await rig.pass(120_000)
  const before = server.requests.length
  await rig.pass(120_000)
  const [begun, readings] = [rig.clock.now(), server.requests.slice(before)]
  const rehearsed = await on.rehearse([
    { do: 'goLive' },
    { do: 'until', air: { is: 'live' }, seconds: 60 },
    to(on, 1),
    { do: 'sync' },
    { do: 'until', air: { is: 'scene', scene: named(on, 1) }, seconds: 30 },
    { do: 'stop' },
    { do: 'until', air: { is: 'off' }, seconds: 60 },
  ])
  expect(rehearsed.outcome).toMatchObject(DONE)
  expect(rig.state().macroRehearsal).toMatchObject({ name: 'Opening', step: 1, of: 7, ended: null })
  expect(rig.state().macro).toBeNull()
  await on.isOver()
  expect(rehearsed.report()).toMatchObject({ done: 7, why: null, rehearsal: true })
  expect([rig.state().macroRehearsal, told(on)]).toEqual([
    null,
    ['Rehearsal: Opening is done: 7 of 7. Nothing went out.'],
  ])
  expect([on.truth(), rig.tally(), on.starts()]).toEqual(['off', 'off', 0])
  await rig.pass(120_000 - (rig.clock.now() - begun))
  const since = server.requests.slice(before + readings.length)
  const kinds = (all: typeof since) => new Set(all.map(({ method, path }) => `${method} ${path}`))
  expect(kinds(since)).toEqual(kinds(readings))
  expect(since.length).toBeLessThanOrEqual(readings.length)
})

test('on air: begins with what is on air, and the show goes on untouched, padlock closed or not', async () => {
  const on = await rehearsing(await stageOnAir())
  const { rig } = on
  await switchTo(on, 1)
  const steps: MacroStep[] = [
    { do: 'onlyIf', air: { is: 'live' } },
    { do: 'onlyIf', air: { is: 'scene', scene: named(on, 0) } },
    { do: 'sync' },
    { do: 'until', air: { is: 'scene', scene: named(on, 1) }, seconds: 30 },
    { do: 'stop' },
  ]
  const id = liveId(rig)
  const { outcome, report } = await on.rehearse([wait(1), ...steps])
  const written = writes(on)
  await rig.press({ type: 'setPadlock', locked: true })
  expect(outcome).toMatchObject(DONE)
  await on.isOver()
  expect(report()).toMatchObject({ done: 6, why: null })
  expect([on.truth(), rig.tally(), liveId(rig), on.stops(), writes(on) - written]).toEqual([
    ...['unsynced', 'unsynced', id, 0, 0],
  ])
  expect(rig.state().padlock.locked).toBe(true)
  expect((await on.rehearse([])).outcome).toMatchObject({
    refusal: { message: expect.stringContaining('not there') },
  })
})

test('neither the studio nor a file of the rehearsal has the key of the account', async () => {
  const on = await rehearsing(await stage())
  await on.rehearse([to(on, 1), wait(60)])
  await on.until(() => on.rig.state().macroRehearsal?.step === 2, 'it waits')
  const files = readdirSync(on.dir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  expect(files.length).toBeGreaterThan(1)
  for (const { parentPath, name } of files)
    expect(readFileSync(join(parentPath, name), 'utf8')).not.toContain(on.server.key)
  const { baseUrl } = on.studios[0]?.connection ?? { baseUrl: '' }
  const asked = await fetch(`${baseUrl}/projects`, { headers: { authorization: `Bearer ${on.server.key}` } })
  expect(asked.status).toBe(401)
})

test('a scene is found as in the account: by its id if two have one name, and not at all if it is gone', async () => {
  const on = await rehearsing(await stage())
  const [first, second, third] = [named(on, 0), named(on, 1), named(on, 2)]
  on.rig.core.store.change((draft) => {
    const project = draft.projects[draft.targetId ?? '']
    if (project?.scenes) project.scenes = project.scenes.slice(0, 2).map((one) => ({ ...one, name: 'Twice' }))
  })
  const { report } = await on.rehearse([
    { do: 'scene', scene: { ...second, name: 'Twice' } },
    { do: 'scene', scene: { ...first, name: 'Twice' } },
    { do: 'scene', scene: third },
    { do: 'sync' },
  ])
  await on.isOver()
  const why = `There is no scene called ${third.name} in this project.`
  expect(report()).toMatchObject({ done: 2, why, rehearsal: true })
  expect(on.rig.state().macroRehearsal).toMatchObject({ step: 3, of: 4, ended: why })
  expect(told(on)).toEqual([`Rehearsal: Opening stopped at step 3 of 4. ${why} Nothing went out.`])
  await on.rig.press({ type: 'stopMacro', rehearsal: true })
  expect(on.rig.state().macroRehearsal).toBeNull()
})

/** What is known of the show, a macro, and why it ends; null: all of it works. */
const known: [string, (project: ProjectState) => void, MacroStep[], RegExp | null][] = [
  ['an expired login', ({ settings, check }) => expire(settings, check), [{ do: 'goLive' }], /reconnect/],
  [
    'plugin mode',
    ({ settings }) => settings && Object.assign(settings, { pluginMode: true }),
    [{ do: 'goLive' }],
    /./,
  ],
  ['its scenes before', leaveThird, BACK, null],
]

test.each(known)('rehearses with what is known of the show: %s', async (_, change, steps, why) => {
  const on = await rehearsing(await stage())
  on.rig.core.store.change(({ projects, targetId }) => change(projects[targetId ?? ''] as ProjectState))
  const { report } = await on.rehearse(steps)
  await on.isOver()
  expect(report()?.why ?? null).toEqual(why && expect.stringMatching(why))
})

test('rehearses with the settings that macros depend on: the opening scene, and Take', async () => {
  const on = await rehearsing(await stage())
  const { id: sceneId } = named(on, 2)
  await on.rig.press({ type: 'setOpeningScene', projectId: on.rig.show().id, sceneId })
  await on.rig.press({ type: 'setTake', on: true })
  const isOn = (at: number): MacroStep => ({ do: 'until', air: { is: 'scene', scene: named(on, at) }, seconds: 30 })
  const { report } = await on.rehearse([{ do: 'goLive' }, isOn(2), to(on, 1), isOn(1)])
  await on.isOver()
  expect(report()).toMatchObject({ done: 4, why: null })
})

test.each([
  ['that begins', stage, { do: 'onlyIf', air: { is: 'live' } }, 'Its condition was not met: the show is live.'],
  ['not all of which is seen', stageOnAir, { do: 'onlyIf', air: { is: 'synced' } }, /every change/],
] as const)('rehearses in a broadcast %s', async (_, begin, step, why) => {
  const on = await rehearsing(await begin())
  const { rig } = on
  if (begin === stage) await rig.press({ type: 'goLive' })
  else
    rig.core.store.change(({ projects, targetId }) => {
      const project = projects[targetId ?? '']
      if (project) project.unsynced = { some: true, edits: 1, basis: 'own' }
    })
  const { report } = await on.rehearse([step, { do: 'sync' }])
  await on.isOver()
  expect(report()).toMatchObject({ done: 0, why: expect.stringMatching(why) })
})

test('one at a time; the macro stays as it is meanwhile; a show command does not end it, its own Stop does', async () => {
  const on = await rehearsing(await stageOnAir())
  const { rig } = on
  const { id, report } = await on.rehearse([to(on, 1), wait(60), to(on, 0)])
  await on.until(() => rig.state().macroRehearsal?.until != null, 'it waits')
  const busy = { refusal: { message: 'Opening is being rehearsed. Stop that first.' } }
  expect(await rig.press({ type: 'rehearseMacro', macroId: id })).toMatchObject(busy)
  expect(await rig.press({ type: 'deleteMacro', macroId: id })).toMatchObject(busy)
  expect(await switchTo(on, 2)).toMatchObject(DONE)
  expect(await rig.press({ type: 'stopMacro' })).toMatchObject({ refusal: { message: 'No macro is running.' } })
  expect(rig.state().macroRehearsal?.ended).toBeNull()
  expect(await rig.press({ type: 'stopMacro', rehearsal: true })).toMatchObject(DONE)
  expect([rig.state().macroRehearsal, report()]).toMatchObject([null, { done: 1, why: 'You stopped it.' }])
  await on.isGone()
  expect((await on.rehearse([to(on, 1)])).outcome).toMatchObject(DONE)
})

test.each(['link', 'agent', 'hotkey', 'pairing'] as const)('is not begun by a %s', async (source) => {
  const on = await rehearsing(await stage())
  const { outcome } = await on.rehearse([wait(1)], source)
  expect([outcome, on.studios.length]).toMatchObject([{ result: 'refused' }, 0])
})

test('says so if its studio ends in the middle', async () => {
  const on = await rehearsing(await stage())
  const { report } = await on.rehearse([to(on, 1), wait(10), to(on, 0)])
  await on.until(() => on.rig.state().macroRehearsal?.until != null, 'it waits')
  await on.studios[0]?.close()
  await on.isOver()
  expect(report()).toMatchObject({ done: 2, rehearsal: true, why: expect.stringMatching(/connect|reach|respond/i) })
  await on.isGone()
})

test.each([
  ['sleep', 'asleep', ({ rig }: Rehearsing) => rig.core.onResume()],
  ['another account', 'another account', ({ rig }: Rehearsing) => rig.core.connect(elsewhere)],
  ['the end of Cuelight', 'was closed', ({ rig }: Rehearsing) => rig.core.close()],
] as const)('ends with %s, and nothing of it is left', async (_, why, happens) => {
  const on = await rehearsing(await stage())
  const { report } = await on.rehearse([to(on, 1), wait(60)])
  await on.until(() => on.rig.state().macroRehearsal?.until != null, 'it waits')
  void happens(on)
  expect(report()).toMatchObject({ done: 1, why: expect.stringContaining(why) })
  await on.isGone()
  await expect(fetch(on.studios[0]?.connection.baseUrl ?? '')).rejects.toThrow()
})

/** Nothing responds there. */
const elsewhere = {
  ...{ id: 'another', baseUrl: 'http://127.0.0.1:9', account: 'b', keyPresent: true },
  connect: () => ({ call: () => new Promise<never>(() => {}), renew() {}, close: async () => {} }) as never,
}

test('does not begin on a service that would broadcast, nor with a show that is not known', async () => {
  const on = await stage()
  const real = closing(await startIndependentServer({ clock: on.rig.clock }))
  const { id, key } = { id: 'real', key: real.key }
  const broken = await rehearsing(on, async (options) => {
    const studio = await openRehearsalStudio(options)
    const { connectService, openAccounts } = await import('../../electron/app/connectService.ts')
    const accounts = openAccounts({ dataDir: join(on.rig.dataDir, 'real'), clock: on.rig.clock, log: () => {} })
    const connection = connectService({ ...real, id, key, account: 'real', clock: on.rig.clock, accounts })
    return { ...studio, connection }
  })
  const { outcome } = await broken.rehearse([{ do: 'goLive' }])
  expect(outcome).toMatchObject({ refusal: { message: expect.stringContaining('would broadcast') } })
  expect(new Set(real.requests.map(({ method, path }) => (method === 'GET' ? method : path)))).toEqual(
    new Set(['GET', '/destinations/verify']),
  )
  expect(existsSync(broken.dir)).toBe(false)
  on.rig.core.store.change((draft) => {
    const project = draft.projects[draft.targetId ?? '']
    if (project) project.settings = null
  })
  expect((await broken.rehearse([wait(1)])).outcome).toMatchObject({ refusal: { reason: 'notKnown' } })
})

test('one that is ended while it waits for the last one to close leaves the next one waiting', async () => {
  const gate = Promise.withResolvers<void>()
  let opened = 0
  const on = await rehearsing(await stage(), async (options) => {
    opened += 1
    const studio = await openRehearsalStudio(options)
    return { ...studio, close: () => gate.promise.then(() => studio.close()) }
  })
  const { id: macroId } = await on.rehearse([{ do: 'wait', seconds: 600 }])
  for (let waiting = 0; waiting < 2; waiting += 1) {
    on.rehearsals.end('slept')
    void on.rig.press({ type: 'rehearseMacro', macroId })
    await breathe()
  }
  expect(opened).toBe(1)
  gate.resolve()
  await on.until(() => opened === 2, 'the last one began')
})
