import type { Arm } from './arming.ts'
import type { Invalid } from './commands.ts'
import type { Failure } from './failures.ts'

/** What a carried-out command did. */
export type Done =
  | { what: 'started'; liveId: string; projectName: string }
  | { what: 'stopped'; liveId: string }
  /** The service says that nothing was running. */
  | { what: 'wasOff' }
  | { what: 'synced'; edits: number | null }
  | { what: 'sceneSwitched'; sceneName: string; reached: 'onAir' | 'notOnAir' | 'notConfirmed' | 'nothingRunning' }
  | { what: 'autoSync'; on: boolean }
  | { what: 'refreshed' }
  | { what: 'projectsLoaded'; count: number }
  | { what: 'destinationsChecked'; valid: number; faulty: string[] }
  | { what: 'targetChosen'; projectName: string }
  | { what: 'padlock'; locked: boolean }
  | { what: 'armCancelled' }
  | { what: 'unlocked' }
  | { what: 'acknowledged' }

/** A known fault the go-live check found. */
export type CheckFault =
  | { fault: 'noActiveScene' }
  | { fault: 'noDestinations' }
  | { fault: 'destination'; name: string; error: string | null }

/** Why a command was not carried out, before anything was sent. */
export type Refusal =
  | ({ reason: 'invalid' } & Invalid)
  | { reason: 'padlocked' }
  | { reason: 'personOnly' }
  /** This input may only do it in two steps. */
  | { reason: 'armFirst' }
  /** This input may not take the second step. */
  | { reason: 'armOnly' }
  | { reason: 'noArm' }
  | { reason: 'armExpired' }
  /** The second press came too soon: it counts as the first one. */
  | { reason: 'tooSoon'; waitMs: number }
  | { reason: 'noTarget' }
  | { reason: 'unknownProject' }
  | { reason: 'targetLocked'; projectName: string }
  /** Something else is on air than the sender saw. */
  | { reason: 'otherLive'; meant: string | null; running: string | null }
  | { reason: 'alreadyLive' }
  | { reason: 'notLive' }
  /** A start or stop is on its way already. */
  | { reason: 'busy'; act: 'start' | 'stop' }
  /** A start got lost and is not settled: another one could act twice. */
  | { reason: 'unsettled' }
  | { reason: 'nothingToUnlock' }
  /** The state is not known well enough to act on. */
  | { reason: 'notKnown' }
  | { reason: 'noScene' }
  | { reason: 'noOtherScene' }
  | { reason: 'pluginMode' }
  | { reason: 'faults'; faults: CheckFault[] }
  | { reason: 'closing' }

/** How a command ended. Every command gets exactly one. */
export type Outcome =
  | { result: 'done'; done: Done }
  | { result: 'armed'; arm: Arm }
  | { result: 'refused'; refusal: Refusal }
  /** The service or the way there failed; it surely was not carried out, unless the failure says it may have been. */
  | { result: 'failed'; failure: Failure }
  /** The answer was lost: the core is finding out, and the journal will tell. */
  | { result: 'unknown'; failure: Failure }

/** Found out after the answer to a start or stop was lost, or seen without our doing. */
export type LiveEvent =
  | {
      event: 'settled'
      act: 'start' | 'stop'
      as: 'started' | 'notStarted' | 'stopped' | 'stillRunning' | 'unlocked'
    }
  | { event: 'wentLive'; by: 'us' | 'elsewhere' }
  | { event: 'onAir' }
  | { event: 'ended'; error: string | null }
