/**
 * A process that writes settings, journal, leases and the studio's data as fast as it can, all at once, until it is
 * killed. It prints what the product has confirmed, a line each, after the product's call has returned.
 *
 *   node writer.ts DIR ROUND FIRST     (ROUND names this life; writes are counted from FIRST)
 */
import { writeSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { openSettings } from '../../../electron/core/files/settingsFile.ts'
import { openJournal } from '../../../electron/core/journal/journal.ts'
import { openLeases } from '../../../electron/service/leases.ts'
import { startStudio } from '../../../electron/studio/studio.ts'
import { systemClock } from '../../../electron/util/time.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings/settings.ts'
import { journalLine, type Kind, LEASES_A_FILE, LONGEST, ROTATE_BYTES, STUDIO_KEY, textOf } from './values.ts'

const [dir = '', round = '', first = ''] = process.argv.slice(2)
let count = Number(first)

/** Written before this returns: a pipe keeps its content, even after the writer has been killed. */
const say = (kind: Kind | 'opening' | 'writing', what: string | number) => writeSync(1, `${kind} ${what}\n`)
/** Waits for the disk once: the journal's flushing must not starve the settings'. */
const turn = () => stat(dir)

say('opening', round)
const studio = await startStudio({
  port: 0,
  dataDir: join(dir, 'studio'),
  clock: systemClock,
  keys: [STUDIO_KEY],
  log: (line) => say('studio', `log ${line}`),
})
say('writing', round)
await Promise.all([writeSettings(), writeJournal(), writeLeases(), writeStudio()])

/** Sometimes the next one begins before the last has ended, as with two quick commands. */
async function writeSettings(): Promise<void> {
  const settings = openSettings(join(dir, 'core'), systemClock.now)
  for (;;) {
    const writings = Array.from({ length: 1 + (count % 3) }, async () => {
      const mine = count++
      const target = { id: String(mine), name: textOf(mine, LONGEST.settings) }
      await settings.change({ ...DEFAULT_SETTINGS, targets: { kept: target } })
      say('settings', mine)
    })
    await Promise.all(writings)
  }
}

async function writeJournal(): Promise<void> {
  const { journal } = openJournal(join(dir, 'core'), fail, ROTATE_BYTES)
  for (let entry = 0; ; entry += 1) {
    const id = `${round}-${entry}`
    journal.write(journalLine(id, 'sent', systemClock.now()))
    say('journal', `sent ${id}`)
    if (entry % 500 !== 0) {
      journal.write(journalLine(id, 'ended', systemClock.now()))
      say('journal', `ended ${id}`)
    }
    await turn()
  }
}

/** The computer's clock is set back and forth meanwhile, so that the file is rewritten again and again. */
async function writeLeases(): Promise<void> {
  for (let file = 0; ; file += 1) {
    let sent = 0
    const clock = { ...systemClock, now: () => systemClock.now() - (sent % 20 < 10 ? 0 : 5_000) }
    const path = join(dir, 'leases', `${round}-${file}`)
    const leases = openLeases({ path, clock, uptime: () => uptime() * 1_000, onFailure: fail })
    for (; sent < LEASES_A_FILE; sent += 1) {
      leases.append()
      say('leases', file)
      await turn()
    }
    leases.close()
  }
}

/** Until its minute's budget is used up. */
async function writeStudio(): Promise<void> {
  const headers = { authorization: `Bearer ${STUDIO_KEY}`, 'content-type': 'application/json' }
  const list = await fetch(`${studio.baseUrl}/projects`, { headers })
  const { projects } = (await list.json()) as { projects: { id: string }[] }
  for (;;) {
    const mine = count++
    const body = JSON.stringify({ title: String(mine), description: textOf(mine, LONGEST.studio) })
    const answer = await fetch(`${studio.baseUrl}/projects/${projects[0]?.id}`, { method: 'PATCH', headers, body })
    await answer.arrayBuffer()
    if (answer.status === 429) return
    if (!answer.ok) fail(new Error(`the studio answered ${answer.status}`))
    say('studio', mine)
  }
}

function fail(error: unknown): never {
  console.error(error)
  process.exit(1)
}
