import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { parseJson } from '../../shared/util/json.ts'
import { dataDirName, runtimeDir } from '../core/files/dataDir.ts'
import { readTextIfAny } from '../util/textFile.ts'

/** A shell that is open for longer is told again, in ms; so is one that was given the number of an earlier one. */
const FORGOTTEN_MS = 12 * 60 * 60 * 1_000
const MOST = 100

const Told = z.array(z.object({ session: z.number(), dataDir: z.string(), at: z.number() }))

/**
 * Is a rehearsal news to this terminal session? Once is enough there, until the service in use is a real one in between.
 *
 * @param session the process of its shell @param dir where that is kept, for this user only
 */
export function isRehearsalNews(
  isRehearsal: boolean,
  dataDir: string,
  now: number,
  session = process.ppid,
  dir = runtimeDir,
): boolean {
  try {
    const path = join(dir(), 'told.json')
    const kept = Told.safeParse(parseJson(readTextIfAny(path) ?? '')).data ?? []
    const name = dataDirName(dataDir)
    const isSame = (one: (typeof kept)[number]) => one.session === session && one.dataDir === name
    const known = kept.some((one) => isSame(one) && now - one.at < FORGOTTEN_MS && one.at <= now)
    if (known === isRehearsal) return false
    const others = kept.filter((one) => !isSame(one)).slice(1 - MOST)
    const told = isRehearsal ? [...others, { session, dataDir: name, at: now }] : others
    writeFileSync(path, JSON.stringify(told), { mode: 0o600 })
    return isRehearsal
  } catch {
    // Nowhere to keep it: said with every command.
    return isRehearsal
  }
}
