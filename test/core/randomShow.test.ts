/** Shows with random presses, random faults and other hands at work: whatever happened, in the end the truth is shown. */
import { expect, test } from 'vitest'
import type { CommandInput, Source } from '../../shared/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { FaultKind } from '../fakes/independent/faults.ts'
import { seeded } from '../fakes/random.ts'
import { ACTIVATE, books, START, STOP, type Stage, SYNC, stage } from './stage.ts'

const FAULTS: FaultKind[] = [
  { kind: 'cutBefore' },
  { kind: 'cutAfter' },
  { kind: 'cutAfter', executeAfterMs: 4_000 },
  { kind: 'cutBody' },
  { kind: 'hang' },
  { kind: 'hang', execute: true },
  { kind: 'slow', ms: 3_000, when: 'before' },
  { kind: 'slow', ms: 3_000, when: 'after' },
  { kind: 'html', execute: true },
  { kind: 'empty' },
  { kind: 'truncated' },
  { kind: 'serverError' },
  { kind: 'badGateway', execute: true },
  { kind: 'unavailable', retryAfterMs: 2_000 },
  { kind: 'rateLimited', retryAfterMs: 1_500 },
  { kind: 'rateLimited', retryAfterMs: 8_000 },
]
const TARGETS = [START, STOP, SYNC, ACTIVATE, /\/scenes$/, /^\/projects\/[^/]+$/]
const STEPS = 40

/** What somebody might do next, somewhere. */
function nextStep(on: Stage, random: () => number): void {
  const { rig, server } = on
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const live = rig.show().live?.liveId ?? null
  const { project, scenes } = server.content
  const press = (command: CommandInput, source: Source = pick(['panel', 'tray', 'cli'])) =>
    void rig.press(command, source)
  const steps: (() => void)[] = [
    () => press({ type: 'goLive' }),
    () => press({ type: 'goLive' }),
    () => void twoPresses(on, live ?? 'none'),
    () => press({ type: 'switchScene', liveId: live, sceneId: pick(scenes) }),
    () => press({ type: 'switchScene', liveId: live, sceneId: pick(scenes) }),
    () => live !== null && press({ type: 'sync', liveId: live }),
    () => press({ type: 'setAutoSync', liveId: live, on: random() < 0.5 }),
    () => press({ type: 'refresh' }),
    () => server.control.truth(project).liveId === null && server.control.startElsewhere(project),
    () => server.control.truth(project).liveId !== null && server.control.stopElsewhere(project),
    () => server.control.activateElsewhere(project, pick(scenes)),
    () => server.control.truth(project).status === 'LIVE' && server.control.syncElsewhere(project),
    () => server.faults.add({ ...pick(FAULTS), match: { path: pick(TARGETS) } }),
    () => server.faults.add({ ...pick(FAULTS), match: { path: pick(TARGETS) } }),
  ]
  pick(steps)()
}

async function twoPresses({ rig }: Stage, liveId: string): Promise<Outcome> {
  const armed = await rig.press({ type: 'armStop', liveId }, 'tray')
  if (armed.result !== 'armed') return armed
  rig.clock.advance(450)
  return rig.press({ type: 'commitStop', armId: armed.arm.armId }, 'tray')
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('show %i', async (seed) => {
  const random = seeded(seed)
  const on = await stage({ preparingMs: 3_000, airFields: seed % 2 === 0 })
  const { rig, server } = on
  for (let step = 0; step < STEPS; step += 1) {
    nextStep(on, random)
    await rig.pass(random() * 6_000)
  }
  server.faults.clear()
  server.faults.release()
  await rig.pass(60_000)

  const told = rig
    .state()
    .journal.flatMap(({ outcome, what }) => ('command' in what ? [outcome?.result ?? 'none'] : []))
  expect(told).not.toContain('none')
  const { truth } = books(server)
  // A lost stop that did not stop it stays told until it ends.
  if (rig.show().pending?.phase !== 'stillRunning') expect(rig.show().pending).toBeNull()
  else expect(truth()).not.toBe('off')
  const shown = rig.tally() === 'error' && truth() === 'off' ? 'off' : rig.tally()
  expect(shown).toBe(truth())
  const { air } = rig.show()
  if (air.sceneId !== null) expect(air.sceneId).toBe(server.control.truth(server.content.project).onAirSceneId)
  expect(rig.log).toEqual([])
})
