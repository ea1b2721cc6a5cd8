/** One random show, from its first reading to its judgement. The same seed plays the same show. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { targetOf } from '../../shared/state.ts'
import { judgeEnding } from './ending.ts'
import { planHostile } from './hostile.ts'
import { type House, openHouse } from './house.ts'
import { LATEST_MS, MOMENTS } from './mishaps.ts'
import { judgeReadings } from './readings.ts'
import { judgeRecord } from './record.ts'

/** The journal is rotated at 5 MB (Decision "Durability"); a show writes some kB. */
const NEARLY_FULL = 5 * 1024 * 1024 - 4_000
const LINES = 100

/** Leaves an old journal that a few more commands will fill. */
function fillJournal(dir: string): void {
  mkdirSync(dir, { recursive: true })
  const bare = lineOf(0, '')
  const name = 'n'.repeat(Math.floor(NEARLY_FULL / LINES) - bare.length - 2)
  const lines = Array.from({ length: LINES }, (_, number) => lineOf(number, name))
  writeFileSync(join(dir, 'journal.jsonl'), lines.join(''), { mode: 0o600 })
}

/** An old refresh, whose project has a very long name. */
function lineOf(number: number, projectName: string): string {
  const outcome = { result: 'done', done: { what: 'refreshed' } }
  const what = { command: 'refresh', about: null }
  const head = { line: 'ended', id: `earlier-${number}`, at: 0, source: 'cli', projectId: null, projectName }
  return `${JSON.stringify({ ...head, what, outcome, ms: 1 })}\n`
}

export type ShowReport = Awaited<ReturnType<typeof playShow>>

/** How long people act and things go wrong, in ms. */
const SHOW_MS = { least: 25_000, most: 60_000 }
/** The share of shows in which the journal is rotated. */
const FULL_JOURNALS = 0.15

/** @param root an empty directory for the files of this show */
export async function playShow(seed: number, root: string) {
  const house = await openHouse(seed, root)
  try {
    if (house.chance.is(FULL_JOURNALS)) fillJournal(join(root, '1'))
    house.start()
    await untilRead(house)
    planSteps(house)
    const kills = planKills(house)
    const ms = house.chance.between(SHOW_MS.least, SHOW_MS.most)
    planHostile(house, seed, ms)
    await house.pass(ms)
    await calmDown(house)
    const ending = await judgeEnding(house)
    judgeReadings(house)
    await house.life()?.close()
    judgeRecord(house, join(root, String(house.lives.length)))
    const { desk, server, violations, story, kinds } = house
    return {
      ...{ seed, kinds: [...kinds], commands: desk.asks.length, requests: server.requests.length, kills: kills() },
      ...{ faults: house.faults(), ending, violations, story: story.text() },
      /** The most readings it took to show that a broadcast began or ended. */
      shownAfter: house.claims.shownAfter,
    }
  } finally {
    await house.close()
  }
}

async function untilRead(house: House): Promise<void> {
  const isRead = () => {
    const state = house.shown()
    const project = state && targetOf(state)
    return Boolean(project?.live && project.scenes && project.settings)
  }
  await house.calm()
  for (let passed = 0; !isRead(); passed += 100) {
    if (passed > 60_000) throw new Error(`the show was never read\n${house.story.text()}`)
    await house.pass(100)
  }
}

/** Schedules acts and mishaps: often at the same moment, sometimes with long pauses. */
function planSteps({ clock, chance, people, mishaps, kinds }: House): void {
  const gap = () => (chance.is(0.35) ? chance.between(0, 150) : chance.between(200, 4_000))
  const step = () => {
    if (people.isResting()) return
    const [once, phase] = [chance.is(0.22), chance.is(0.05)]
    if (once && kinds.has('mishaps')) mishaps.once()
    else if (phase && kinds.has('mishaps')) mishaps.phase()
    else people.act()
    clock.after(gap(), step)
  }
  clock.after(gap(), step)
}

/** Processes die up to five times, some of them again as soon as they have started. Returns how often so far. */
function planKills(house: House): () => number {
  const { clock, chance, killer, people } = house
  let kills = 0
  const most = house.kinds.has('kills') ? chance.pick([1, 2, 3, 4, 5]) : 0
  const set = () => {
    if (!people.isResting() && kills < most) killer.set(chance.pick(MOMENTS))
  }
  house.whenDead(() => {
    kills += 1
    clock.after(chance.is(0.85) ? chance.between(0, 2_500) : chance.between(5_000, 8_000), () => {
      if (people.isResting()) return
      house.start()
      clock.after(chance.is(0.4) ? chance.between(0, 3_000) : chance.between(2_000, 15_000), set)
    })
  })
  clock.after(chance.between(0, 12_000), set)
  return () => kills
}

/** The faults end, nobody acts any more, and the last life runs: what is lost is lost by now, or never happens. */
async function calmDown(house: House): Promise<void> {
  const { people, killer, mishaps, story } = house
  people.rest()
  killer.rest()
  if (!house.life()) house.start()
  house.rest()
  await mishaps.end()
  story.tell('== the faults end')
  await house.pass(LATEST_MS + 1_000)
}
