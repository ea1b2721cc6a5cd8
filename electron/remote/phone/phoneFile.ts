import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'
import { parseJson } from '../../../shared/util/json.ts'
import { clearTempFiles } from '../../util/tempFiles.ts'
import { readTextIfAny } from '../../util/textFile.ts'

const Stored = z.object({
  version: z.literal(1),
  on: z.boolean(),
  /** Null: all addresses of the local network. */
  address: z.string().nullable(),
  /** The port that phones know; null: it was never on. */
  port: z.number().nullable(),
  /** The private key, PEM; null: none was made yet. */
  key: z.string().nullable(),
  /** By address, PEM: phones were told to trust these. */
  certificates: z.record(z.string(), z.string()),
})
type Held = Omit<z.output<typeof Stored>, 'version'>

/** The most certificates kept: one for each network this computer is used in. */
const MOST_CERTIFICATES = 20
const EMPTY: Held = { on: false, address: null, port: null, key: null, certificates: {} }

export type PhoneFile = ReturnType<typeof openPhoneFile>

/**
 * Whether phones are served and where, and the key of the certificates. Only this user can read it; unreadable, it is
 * as if phones had never been switched on.
 */
export function openPhoneFile(dataDir: string) {
  const path = join(dataDir, 'phone.json')
  clearTempFiles(path)
  const { data } = Stored.safeParse(parseJson(readTextIfAny(path) ?? ''))
  let held: Held = data ?? EMPTY
  let running: Promise<unknown> = Promise.resolve()
  return {
    get: () => held,
    /** Takes effect at once. Rejects if the disk refuses it: then it is forgotten with the next start. */
    change(part: Partial<Held>): Promise<void> {
      held = { ...held, ...part }
      const kept = Object.entries(held.certificates).slice(-MOST_CERTIFICATES)
      held.certificates = Object.fromEntries(kept)
      const write = running.then(() =>
        writeFileAtomic(path, JSON.stringify({ version: 1, ...held }), { mode: 0o600 }),
      )
      running = write.catch(() => {})
      return write
    },
    /** Resolves once nothing is being written. */
    written: () => running,
  }
}
