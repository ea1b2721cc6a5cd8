import { randomBytes } from 'node:crypto'
import type { PhoneShown } from '../../../shared/phone/phones.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { createAddresses, TOKEN_LIFE_MS } from '../newSessions.ts'
import { hashOf } from '../oneTime.ts'
import type { KeptPhone, KeptSession, SessionFile } from '../sessionFile.ts'

/** The most phones whose end is remembered, so that it can be told to them. */
const MOST_ENDED = 20

interface Sessions {
  file: SessionFile
  /** All sessions that are let in. */
  known: () => readonly KeptSession[]
  /** How many panels of each are open. */
  open: ReadonlyMap<string, number>
  add: (session: KeptSession) => Promise<void>
}

/** A phone's session: a session of the panel with a name, a scope and a page of its own. */
export type PhoneSession = KeptSession & { phone: KeptPhone }

export type PhoneSessions = ReturnType<typeof createPhoneSessions>

/** The sessions of phones: kept with those of browsers, and apart from them wherever access is decided. */
export function createPhoneSessions(
  { now, monotonic }: Pick<Clock, 'now' | 'monotonic'>,
  { file, known, open, add }: Sessions,
) {
  const addresses = createAddresses<{ phone: KeptPhone }>({ now, monotonic }, add)
  /** The hashes of pages that may be loaded before their session begins, and until when. */
  const promised = new Map<string, number>()
  const all = () => known().filter(isPhone)

  return {
    exchange: addresses.exchange,
    begin: addresses.begin,
    /** A new address for one phone: the path of its page, with a token. Both are secrets. */
    newAddress(about: Pick<KeptPhone, 'name' | 'scope'>): string {
      const secret = randomBytes(32).toString('base64url')
      const page = hashOf(secret)
      for (const [one, until] of promised) if (monotonic() >= until) promised.delete(one)
      promised.set(page, monotonic() + TOKEN_LIFE_MS)
      return `/${secret}/?token=${addresses.newToken({ phone: { ...about, page } })}`
    },
    /** Is this the secret part of the address of a phone's page? */
    isPage(secret: string): boolean {
      const page = hashOf(secret)
      return (promised.get(page) ?? 0) > monotonic() || all().some(({ phone }) => phone.page === page)
    },
    find: (id: string, host: string): PhoneSession | null =>
      all().find((one) => one.id === id && one.host === host) ?? null,
    of: (id: string): PhoneSession | null => all().find((one) => one.id === id) ?? null,
    /** Had this phone access? Then it can be proved to it that it has none any more. */
    findEnded: (id: string, host: string) =>
      file.get().endedPhones.find((one) => one.id === id && one.host === host) ?? null,
    /** @returns the phones whose end is remembered, once these sessions have ended as well; their pages end now */
    endedWith(sessions: readonly KeptSession[]) {
      const ended = sessions.filter(isPhone)
      for (const { phone } of ended) promised.delete(phone.page)
      const known = ended.map(({ id, host, coreKey }) => ({ id, host, coreKey }))
      return [...file.get().endedPhones, ...known].slice(-MOST_ENDED)
    },
    list: (): PhoneShown[] =>
      all()
        .map(({ id, browser, system, since, lastSeen, phone: { name, scope } }) => {
          const panels = open.get(id) ?? 0
          return { id, name, scope, browser, system, since, lastSeen: panels > 0 ? now() : lastSeen, panels }
        })
        .toSorted((one, other) => other.lastSeen - one.lastSeen),
    clear() {
      addresses.clear()
      promised.clear()
    },
  }
}

const isPhone = (one: KeptSession): one is PhoneSession => one.phone !== undefined
