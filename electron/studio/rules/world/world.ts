/** The world: every document the studio has, by collection and id. */
import { current, type Immutable, isDraft } from 'immer'
import type * as z from 'zod'
import { type Meanings, OUR_MEANINGS } from '../../../../shared/contract/meanings.ts'
import type * as documents from './documents.ts'

export type Collection = keyof typeof documents.DOCUMENTS
/** The world as a rule writes it (an immer draft). */
export type WorldDraft = { [Name in Collection]: Record<string, z.output<(typeof documents.DOCUMENTS)[Name]>> }
/** The world as all other code reads it. */
export type World = Immutable<WorldDraft>

export type ShowDraft = z.output<typeof documents.Show>
export type ProjectDraft = z.output<typeof documents.Project>
export type LiveDraft = z.output<typeof documents.Live>

export type Show = Immutable<ShowDraft>
export type Scene = Show['scenes'][number]
export type Layer = Scene['layers'][number]
export type LayerDraft = ShowDraft['scenes'][number]['layers'][number]
export type Item = Layer['items'][number]
export type Project = Immutable<ProjectDraft>
export type Destination = Immutable<z.output<typeof documents.Destination>>
export type Live = Immutable<LiveDraft>
export type Broadcast = Immutable<z.output<typeof documents.Broadcast>>
export type Schedule = Immutable<z.output<typeof documents.Schedule>>
export type Play = Immutable<documents.Play>
export type Account = Immutable<z.output<typeof documents.Account>>
export type Fault = Immutable<z.output<typeof documents.Fault>>
export type PlayedScenario = Immutable<z.output<typeof documents.PlayedScenario>>
export type Key = Immutable<z.output<typeof documents.Key>>
export type Timings = z.output<typeof documents.Timings>
export type Settings = z.output<typeof documents.Settings>

/** What a rule needs from outside, passed in so that the rules stay pure. */
export interface Moment {
  readonly now: number
  newId(): string
}

/** The id of the only account; further accounts would need further keys. */
export const ACCOUNT = 'local'
/** The id of the only document of `settings`, and of the ones that `scenarios` and `clocks` may have. */
export const STUDIO = 'studio'
export const DEFAULT_SETTINGS: Settings = { preparingMs: 4_000, meanings: OUR_MEANINGS }

/** A world that contains only its account. */
export function emptyWorld(): World {
  return {
    accounts: { [ACCOUNT]: { id: ACCOUNT, kind: 'paid' } },
    keys: {},
    settings: { [STUDIO]: DEFAULT_SETTINGS },
    destinations: {},
    projects: {},
    lives: {},
    broadcasts: {},
    schedules: {},
    played: {},
    faults: {},
    scenarios: {},
    clocks: {},
  }
}

/** The studio's current settings. */
export function settingsOf(world: World): Settings {
  return world.settings[STUDIO] ?? DEFAULT_SETTINGS
}

/** How long things take now. */
export function timingsOf(world: World): Timings {
  return { preparingMs: settingsOf(world).preparingMs }
}

/** How to read what the contract leaves open. */
export function meaningsOf(world: World): Meanings {
  return settingsOf(world).meanings
}

/** A draft's current value, without the cost of reading it through the draft. It must not be changed. */
export const asIs = <T extends object>(value: T): T => (isDraft(value) ? (current(value as object) as T) : value)
