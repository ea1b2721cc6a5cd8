/** After the show: what the service carried out, the journal's files and the reported outcomes must agree. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Ask } from './desk.ts'
import type { House } from './house.ts'
import { MAY_SEND, plain, said } from './umpire.ts'
import { askedOf, isAct, STAMP } from './wire.ts'

/** What the service allows an account, over all lives. */
const MOST_REQUESTS = 150
const WINDOW_MS = 60_000

/** Judges the whole record; the last life is closed, and its files are in `dir`. */
export function judgeRecord(house: House, dir: string): void {
  const executed = executedByCommand(house)
  const ends = endsInJournal(house, dir)
  for (const ask of house.desk.asks) {
    judgeActs(house, ask, executed.get(ask.key) ?? 0)
    judgeJournal(house, ask, ends.get(ask.key) ?? [], executed.has(ask.key))
  }
  judgeBudget(house)
}

/** The part of a journal line that is judged. */
interface EndedLine {
  line: string
  id: string
  source: string
  outcome: unknown
}

/** By command: how many of its requests the service carried out. A start may also activate the opening scene. */
function executedByCommand({ server, desk, report }: House): Map<string, number> {
  const found = new Map<string, number>()
  for (const { method, path, headers, executed } of server.requests) {
    const { operation } = askedOf(method, path)
    if (!isAct(operation)) continue
    if (operation === 'other') report('unasked', `${method} ${path} arrived`)
    const key = headers[STAMP] ?? 'nobody'
    const isOpening = operation === 'activate' && MAY_SEND[desk.ask(key)?.command.type ?? ''] === 'start'
    found.set(key, (found.get(key) ?? 0) + Number(executed && !isOpening))
  }
  return found
}

/** One command, at most one act; and its outcome matches what happened. */
function judgeActs({ report }: House, ask: Ask, executed: number): void {
  if (executed > 1) report('repeated', `${said(ask)} was carried out ${executed} times`)
  if (!ask.told) return
  const { result } = ask.told
  if ((result === 'refused' || result === 'failed') && executed > 0)
    report('contradicted', `${said(ask)} was told "${result}", and was carried out`)
  const acted = ask.told.result === 'done' && ACTED.has(ask.told.done.what)
  if (acted && executed !== 1) report('contradicted', `${said(ask)} was told that it was done, and it was not`)
}

const ACTED: ReadonlySet<string> = new Set(['started', 'stopped', 'synced', 'sceneSwitched', 'autoSync'])

/** Every command that got an outcome or reached the service has exactly one outcome in the files, the same one. */
function judgeJournal({ report }: House, ask: Ask, ends: readonly EndedLine[], reached: boolean): void {
  const owed = ask.told !== null || reached
  if (ends.length > 1) report('journal', `${said(ask)} has ${ends.length} outcomes`)
  if (owed && ends.length === 0) report('journal', `${said(ask)} has no outcome`)
  const written = ends[0]?.outcome
  if (ask.told && ends[0] && !isDeepStrictEqual(written, plain(ask.told)))
    report('journal', `${said(ask)} was told ${JSON.stringify(ask.told)}, written is ${JSON.stringify(written)}`)
}

/** The outcomes of each command, from all files of the journal. A line that a rotation carried over counts once. */
function endsInJournal({ report, desk }: House, dir: string): Map<string, EndedLine[]> {
  const ends = new Map<string, EndedLine[]>()
  const files = readdirSync(dir).filter((name) => /^journal.*\.jsonl$/.test(name))
  for (const row of files.flatMap((file) => readFileSync(join(dir, file), 'utf8').split('\n').filter(Boolean))) {
    const line = lineOf(row)
    if (!line) report('journal', `it holds a line that is none: ${row.slice(0, 100)}`)
    const key = `${line?.source} ${line?.id}`
    if (line?.line !== 'ended' || !desk.ask(key)) continue
    const before = ends.get(key) ?? []
    if (!before.some((one) => isDeepStrictEqual(one, line))) ends.set(key, [...before, line])
  }
  return ends
}

function lineOf(row: string): EndedLine | null {
  try {
    return JSON.parse(row) as EndedLine
  } catch {
    return null
  }
}

function judgeBudget({ server, report }: House): void {
  const { requests } = server
  const before = (index: number) => requests[index - MOST_REQUESTS]?.at ?? Number.NEGATIVE_INFINITY
  // A stop goes out whatever else was sent; what comes after it counts it.
  const isStop = ({ method, path }: (typeof requests)[number]) => askedOf(method, path).operation === 'stop'
  const worst = requests.findIndex((one, index) => !isStop(one) && one.at - before(index) < WINDOW_MS)
  if (worst >= 0) report('budget', `more than ${MOST_REQUESTS} requests within a minute`)
}
