/** Phones: panels on other devices of the local network, each with a name and a scope. */
import * as z from 'zod'
import { PairingParts } from '../control/pairings.ts'
import { PHONE_SCOPES, type Scope } from '../control/scopes.ts'
import type { BrowserName } from '../query/panelSessions.ts'

/** What a new pairing needs. The code is made by whoever asks for it, and only its hash reaches the core. */
export const PhonePairingParts = {
  name: PairingParts.name,
  scope: z.enum(PHONE_SCOPES),
  /** SHA-256 of the code, in hex. */
  codeHash: z.string().regex(/^[0-9a-f]{64}$/),
}

/** The port for phones, if it is free when they are first switched on: the panel's own is beside it. */
export const PHONE_PORT = 4718

/** How long a code is valid, in ms: time to find the phone, and to accept its browser's warning. */
export const CODE_LIFE_MS = 5 * 60_000

/** A phone hears something at least this often, in ms, and shows what it has as stale after `PHONE_STALE_MS` without a word. */
export const PHONE_ALIVE_MS = 700
export const PHONE_STALE_MS = 2_000

/** One phone with access. Times are wall ms. */
export interface PhoneShown extends BrowserName {
  /** Not a secret. */
  id: string
  name: string
  scope: Scope
  since: number
  /** When it last connected or disconnected; now, while it is connected. */
  lastSeen: number
  /** How many panels it has open now. */
  panels: number
}

/** Where phones find the panel. */
export interface PhoneAddress {
  /** As it is typed: https, the address and the port. */
  url: string
  /** SHA-256 of the certificate, as browsers show it: upper-case hex pairs with colons. */
  fingerprint: string
  /** When the certificate ends, wall ms. */
  ends: number
}

/** A code that waits for a phone. */
export interface PhonePairing {
  name: string
  scope: Scope
  /** When the code ends, wall ms. */
  expires: number
  /** The phone that has entered the code and waits for an answer; `check`: the digits that it shows. */
  asks: ({ id: string; check: string } & BrowserName) | null
}

export interface Phones {
  on: boolean
  /** The address of this computer that is used; null: all of them in the local network. */
  address: string | null
  /** The addresses that can be chosen, the likeliest first. */
  choices: string[]
  /** Where it is served now; empty: nowhere. */
  served: PhoneAddress[]
  /** Why it is on and not served, in words. */
  problem: string | null
  pairing: PhonePairing | null
  /** Most recently seen first. */
  phones: PhoneShown[]
}

export const NO_PHONES: Phones = {
  ...{ on: false, address: null, choices: [], served: [], problem: null, pairing: null, phones: [] },
}
