/** What the screen of the rehearsal says, and nothing else does: a script of its own, loaded when it is asked for. */
import type { ActiveFault, FaultReach } from '../rehearsal/rehearsal.ts'
import type { AccountKind, FaultKind, ScenarioName } from '../rehearsal/rehearsalKinds.ts'
import { dayOf, timeOfDay } from './format.ts'
import { type Explained, SCENARIO_WORDS } from './rehearsal.ts'

export const REACH_WORDS: Record<FaultReach, string> = {
  all: 'every request',
  reads: 'reads',
  writes: 'changes',
  start: 'going live',
  stop: 'stopping',
  scene: 'switching scenes',
  sync: 'syncing',
}

export const ACCOUNT_WORDS: Record<AccountKind, Explained> = {
  paid: { name: 'Paid plan', about: 'Everything is allowed.' },
  free: { name: 'Free plan', about: 'The key is known, and API access is refused (403).' },
  noPlayedFileLog: { name: 'No played-file log', about: 'Paid, and the played-file log is not enabled.' },
  noConsent: { name: 'No consent', about: 'Paid, and the consent for statistics is missing.' },
}

export const REHEARSAL_NAMES = {
  set: 'Set',
  setFault: 'Set fault',
  cancel: 'Cancel',
  end: 'End',
  play: 'Play',
  setPreparing: 'Set time',
  makeKey: 'Make key',
  revoke: 'Revoke',
  useStudio: 'Use the local studio',
  toRehearsal: 'Rehearsal',
} as const

export const REHEARSAL_HEADINGS = {
  atWork: 'Active now',
  requests: 'Faults of requests',
  broadcast: 'Faults of the broadcast',
  scenarios: 'Scenarios',
  account: 'Account',
  preparing: 'Preparing',
  keys: 'Studio keys',
} as const

export const REHEARSAL_WORDS = {
  about: 'Make the local studio misbehave, and see what Cuelight says. No real service is touched.',
  nothing: 'No faults active.',
  atWork: 'ACTIVE',
  on: 'Affects',
  times: 'How many times',
  forMs: 'For how long (s)',
  latencyMs: 'Delay (s)',
  jumpMs: 'Jumps by (min)',
  jumpHint: 'With a minus: back.',
  preparingMs: 'Preparing takes (s)',
  preparingAbout: 'How long the next start is being prepared before it is on air.',
  accountAbout: 'What the studio’s service allows.',
  keysAbout:
    'For other tools that rehearse on the local studio. A key lies in a file for you only and is shown nowhere.',
  keyLabel: 'Label of the new key',
  noKeys: 'No keys yet.',
} as const

/** Why there is nothing to rehearse with, while another profile is in use. */
export function rehearsesElsewhere(profileName: string): string {
  return `${profileName} is in use. Rehearsing is for the local studio only: a real service is never touched by it.`
}

/** What a fault at work affects, beyond its name. */
export function faultDetail({ fault, scenario }: ActiveFault): string | null {
  const parts = [
    fault.on === 'all' ? null : `affects ${REACH_WORDS[fault.on]}`,
    fault.ms === undefined ? null : byHowMuch(fault.kind, fault.ms),
    scenario === null ? null : `from ${scenarioName(scenario)}`,
  ].filter((part) => part !== null)
  return parts.length ? parts.join(' · ') : null
}

function byHowMuch(kind: FaultKind, ms: number): string {
  return kind === 'clockJump' ? `${Math.abs(ms) / 60_000} min ${ms < 0 ? 'back' : 'forward'}` : `${ms / 1000} s later`
}

const scenarioName = (scenario: string): string =>
  scenario in SCENARIO_WORDS ? SCENARIO_WORDS[scenario as ScenarioName].name : scenario

/** When a studio key was made. */
export function keyMade(at: number): string {
  return `made ${dayOf(at)}, ${timeOfDay(at, false)}`
}
