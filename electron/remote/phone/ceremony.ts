import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Scope } from '../../../shared/control/scopes.ts'
import { typedPhoneCode } from '../../../shared/phone/code.ts'
import { CODE_LIFE_MS, type PhonePairing } from '../../../shared/phone/phones.ts'
import type { BrowserName } from '../../../shared/query/panelSessions.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { hashOf } from '../oneTime.ts'
import { createBuckets } from './buckets.ts'

/**
 * How often one device may try a code, and how many devices are counted: with 40 bits, and for minutes, none is found
 * by trying. Each is counted by itself, so that one that tries all the time keeps no other from being paired.
 */
const TRIES = { most: 5, perMs: 1 / 1_000, keys: 256 }

/** What the person allows; null: nothing. */
type Answered = (allowed: Pick<Pending, 'name' | 'scope'> | null) => void

interface Pending {
  name: string
  scope: Scope
  codeHash: string
  expires: number
  /** Set once a phone has entered the code, which is used up by that. */
  asks: (NonNullable<PhonePairing['asks']> & { answered: Answered }) | null
  stopTimer: () => void
}

/** A phone that waits for an answer. @property check the digits to be compared on both screens */
export interface Asking {
  check: string
  /** It is gone: nobody can allow it any more. */
  leave(): void
}

export type Ceremony = ReturnType<typeof createCeremony>

/**
 * How a phone gets access: a code for one use, made and shown at the computer; then a person compares the digits on
 * both screens and answers there. One at a time. A code that was entered is used up, whatever becomes of it.
 *
 * @param onChange called whenever there is something else to show
 */
export function createCeremony(clock: Clock, onChange: () => void) {
  const tries = createBuckets(clock, TRIES)
  let pending: Pending | null = null

  function end(isAllowed = false): void {
    const ended = pending
    pending = null
    ended?.stopTimer()
    ended?.asks?.answered(isAllowed ? { name: ended.name, scope: ended.scope } : null)
    if (ended) onChange()
  }

  return {
    /** Waits for a phone with this code, instead of any other one. */
    begin({ name, scope, codeHash }: Pick<Pending, 'name' | 'scope' | 'codeHash'>): void {
      end()
      const mine: Pending = {
        ...{ name, scope, codeHash, expires: clock.now() + CODE_LIFE_MS, asks: null },
        stopTimer: clock.after(CODE_LIFE_MS, () => pending === mine && end()),
      }
      pending = mine
      onChange()
    },
    /**
     * A phone enters a code. @returns null: it is not the one, or no longer, or too many were tried
     *
     * @param by the device: its address, and what its browser calls itself
     * @param answered called once: with null also if the code expired meanwhile
     */
    enter(typed: string, by: { address: string; browser: BrowserName }, answered: Answered): Asking | null {
      const code = typedPhoneCode(typed)
      const left = tries.of(by.address)
      if (left.isEmpty()) return null
      left.take()
      const mine = pending
      const isRight =
        code !== null && mine?.asks === null && clock.now() < mine.expires && isSame(code, mine.codeHash)
      if (!isRight || !mine) return null
      const id = randomUUID()
      const check = `${randomInt(100, 1_000)} ${String(randomInt(1_000)).padStart(3, '0')}`
      mine.asks = { id, check, ...by.browser, answered }
      onChange()
      return { check, leave: () => pending?.asks?.id === id && end() }
    },
    /** The person's answer to the phone that asks. @returns what it may do; null: it does not ask any more */
    answer(askId: string, isAllowed: boolean): Pick<Pending, 'name' | 'scope'> | null {
      if (pending?.asks?.id !== askId) return null
      const { name, scope } = pending
      end(isAllowed)
      return { name, scope }
    },
    /** Nobody is paired any more by the present code. */
    cancel: () => end(),
    shown(): PhonePairing | null {
      if (!pending) return null
      const { name, scope, expires, asks } = pending
      const shown = asks && { id: asks.id, check: asks.check, browser: asks.browser, system: asks.system }
      return { name, scope, expires, asks: shown }
    },
  }
}

const isSame = (code: string, hash: string): boolean => timingSafeEqual(Buffer.from(hashOf(code)), Buffer.from(hash))
