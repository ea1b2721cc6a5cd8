// The small edition of zod: each page loads these schemas at first.
import * as z from 'zod/mini'
import { Arm } from './commands/arm.ts'
import { Failure } from './failures.ts'
import { ACCOUNT_KINDS, FAULT_KINDS, SCENARIO_NAMES } from './rehearsal/rehearsalKinds.ts'
import { HOTKEY_ACTIONS, HOTKEY_STATUSES, WINDOWS } from './settings/desktopNames.ts'
import { PREFERENCES } from './settings/profileIds.ts'

const text = z.string()
const maybeText = z.nullable(z.string())

/** One member of a union told apart by `key`. */
const tagged = <const Key extends string>(key: Key) => {
  return <const Tag extends string, Shape extends z.core.$ZodLooseShape = Record<never, never>>(
    tag: Tag,
    shape?: Shape,
  ) => z.object({ [key]: z.literal(tag), ...shape } as Record<Key, z.ZodMiniLiteral<Tag>> & Shape)
}

/** Where a key is after a change. */
const KeptKey = z.enum(['kept', 'thisRun', 'none'])

/** `ok`: it answered. `locked`: it answers nothing until it is unlocked. `none`: this system has no keychain for us. */
export const KEYCHAIN_STATES = ['unused', 'ok', 'locked', 'none'] as const

/** In force for this session only: why it could not be saved. What must work on a full disk too. */
const unsaved = { unsaved: z.optional(text) }

const done = tagged('what')
/** What a carried-out command did. */
export const Done = z.discriminatedUnion('what', [
  /** `opening`: the scene it begins with, where one is chosen. */
  done('started', { liveId: text, projectName: text, opening: z.optional(text) }),
  /** `liveId` null: the service does not name it. `meant`: where another broadcast ended than the one that was meant, for it had been started anew. */
  done('stopped', { liveId: maybeText, meant: z.optional(text) }),
  /** The service says that nothing was running. */
  done('wasOff'),
  done('synced', { edits: z.nullable(z.number()) }),
  done('sceneSwitched', {
    sceneName: text,
    reached: z.enum(['onAir', 'notOnAir', 'notConfirmed', 'nothingRunning']),
  }),
  done('autoSync', { on: z.boolean() }),
  /** `synced` null: the service does not say whether it reached viewers. */
  done('playback', { action: z.enum(['start', 'stop']), synced: z.nullable(z.boolean()) }),
  /** `about`: what was done, in words. `id`: of the record answered. `answer`: all that came, where it is small. */
  done('edited', {
    operation: text,
    about: text,
    id: maybeText,
    synced: z.nullable(z.boolean()),
    answer: z.optional(z.unknown()),
  }),
  done('editDismissed'),
  done('refreshed'),
  done('projectsLoaded', { count: z.number() }),
  done('destinationsChecked', { valid: z.number(), faulty: z.array(text) }),
  done('targetChosen', { projectName: text, ...unsaved }),
  /** Null: the active scene. */
  done('openingSet', { sceneName: maybeText }),
  done('padlock', { locked: z.boolean(), ...unsaved }),
  done('takeSet', { on: z.boolean() }),
  done('sceneLookSet'),
  done('armCancelled'),
  done('unlocked'),
  done('acknowledged'),
  done('noticePutAway'),
  done('welcomePutAway', unsaved),
  /** `key`: where the key is now. `thisRun`: no keychain took it, `about` says why. */
  done('profileCreated', { profileName: text, key: KeptKey, about: maybeText }),
  done('profileSaved', { profileName: text, key: KeptKey, about: maybeText }),
  done('keyForgotten', { profileName: text, fromKeychain: z.boolean() }),
  done('profileTested', { profileName: text, projects: z.number() }),
  /** `ms`: from asking to the whole answer. */
  done('connectionTried', { projects: z.number(), ms: z.number() }),
  done('profileSwitched', { profileName: text, ...unsaved }),
  done('profileRemoved', { profileName: text, fromKeychain: z.boolean() }),
  done('keychainAsked', { state: z.enum(KEYCHAIN_STATES) }),
  done('settingsImported', { profiles: z.number() }),
  done('preferencesSet', { chosen: z.array(z.object({ name: z.enum(PREFERENCES), ms: z.number() })) }),
  done('faultSet', { kind: z.enum(FAULT_KINDS) }),
  done('faultsCleared', { count: z.number() }),
  done('scenarioStarted', { scenario: z.enum(SCENARIO_NAMES) }),
  done('scenarioStopped'),
  done('rehearsedAs', { account: z.enum(ACCOUNT_KINDS) }),
  done('preparingSet', { ms: z.number() }),
  /** The key lies in a file for this user only: it is shown nowhere. */
  done('studioKeyCreated', { label: text, file: text }),
  done('studioKeyRevoked', { label: text }),
  /** `all`: with every address that was not opened yet. */
  done('sessionsEnded', { ended: z.number(), all: z.boolean(), ...unsaved }),
  done('windowShown', { window: z.enum(WINDOWS) }),
  done('hotkeySet', { action: z.enum(HOTKEY_ACTIONS), accelerator: maybeText }),
  done('hotkeysReset'),
  done('recording', { on: z.boolean() }),
  done('selfTest', { on: z.boolean() }),
  done('desktopSet'),
  done('commandInstalled', { path: text, about: maybeText }),
  done('updateChecked', { version: maybeText }),
  done('updateInstalling', { version: text }),
  /** Cuelight ends; what it leaves on air, by project name. */
  done('quitting', { leftOnAir: z.array(text) }),
])
export type Done = z.output<typeof Done>

const fault = tagged('fault')
/** A known fault the go-live check found. */
export const CheckFault = z.discriminatedUnion('fault', [
  fault('noActiveScene'),
  fault('noDestinations'),
  /** The scene it is to begin with is not there any more. */
  fault('openingGone', { name: text }),
  fault('destination', { name: text, error: maybeText }),
  /** A start could not be written down before it is sent: why. */
  fault('journal', { error: text }),
])
export type CheckFault = z.output<typeof CheckFault>

const refusal = tagged('reason')
/** Why a command was not carried out, before anything was sent. */
export const Refusal = z.discriminatedUnion('reason', [
  refusal('invalid', { field: text, message: text }),
  /** `soon`: for a broadcast that would begin, or not begin, by itself within the hour. */
  refusal('padlocked', { soon: z.optional(z.literal(true)) }),
  refusal('personOnly'),
  /** This input may only do it in two steps. */
  refusal('armFirst'),
  /** This input may not take the second step. */
  refusal('armOnly'),
  refusal('noArm'),
  refusal('armExpired'),
  /** The second press came too soon: it counts as the first one. */
  refusal('tooSoon', { waitMs: z.number() }),
  refusal('noTarget'),
  /** `about`: what was asked for by name, and what there is. */
  refusal('unknownProject', { about: z.optional(text) }),
  refusal('targetLocked', { projectName: text }),
  /** Something else is on air than the sender saw. */
  refusal('otherLive', { meant: maybeText, running: maybeText }),
  refusal('alreadyLive', { preparing: z.optional(z.boolean()) }),
  /** It has a date, and cannot be started before it: wall ms of the next one; null: not known. */
  refusal('scheduled', { projectName: text, at: z.nullable(z.number()) }),
  refusal('notLive'),
  /** Something that must not be doubled is on its way already. */
  refusal('busy', { act: z.enum(['start', 'stop', 'change']) }),
  /**
   * Something newer took its place before it was sent: another target, a closed padlock, a sleep; `by`: this scene.
   * `isSwitched`: its switch had gone out, and only its sync did not.
   */
  refusal('superseded', { by: z.optional(text), isSwitched: z.optional(z.boolean()) }),
  /** A start got lost and is not settled: another one could act twice. */
  refusal('unsettled'),
  refusal('nothingToUnlock'),
  refusal('unknownEdit'),
  /** An edit of several requests, or a macro, that did not come to what was asked: why and how it stands now, in words, and more. */
  refusal('edit', { message: text, detail: z.optional(z.unknown()) }),
  /** The state is not known well enough to act on. */
  refusal('notKnown'),
  refusal('noScene', { about: z.optional(text) }),
  refusal('noOtherScene'),
  refusal('pluginMode'),
  /** The account never went live from here: what would start is confirmed once. `scene` null: not known. */
  refusal('first', { projectName: text, destinations: z.array(text), scene: maybeText }),
  /** The opening scene could not be made the active one, so nothing was started. */
  refusal('opening', { sceneName: text }),
  refusal('faults', { faults: z.array(CheckFault) }),
  /** The service answered a sync with "no". */
  refusal('syncRefused', { message: text }),
  refusal('unknownProfile'),
  refusal('nameTaken', { profileName: text }),
  /** The profile in use can be neither removed nor pointed elsewhere while the target is, or may be, on air. */
  refusal('profileInUse', { profileName: text }),
  refusal('tooManyProfiles'),
  refusal('fixedProfile', { profileName: text }),
  refusal('noKey', { profileName: text }),
  refusal('keychainLocked'),
  refusal('keychainFailed', { message: text }),
  refusal('unknownNotice'),
  /** This Cuelight was put together without it. */
  refusal('notHere'),
  /** Asked of a profile that is no local studio. */
  refusal('notRehearsal'),
  /** The local studio's administration said no, or did not answer. */
  refusal('studio', { message: text }),
  /**
   * Quitting was asked for while these are on air: leave them, stop them first, or stay. `notKnown`: there may be more,
   * for not everything that could tell has answered.
   */
  refusal('onAir', { projectNames: z.array(text), notKnown: z.optional(z.boolean()) }),
  /** These edits of several requests are half done, in words, and would not be carried on: leave them so, or stay. */
  refusal('openWork', { by: z.enum(['quit', 'switchProfile']), halfDone: z.array(text) }),
  /** The system, another program or another action of ours has that key; the one before is in force again. */
  refusal('hotkey', {
    accelerator: text,
    why: z.enum(HOTKEY_STATUSES),
    clashesWith: z.nullable(z.enum(HOTKEY_ACTIONS)),
  }),
  /** The system did not do what the desktop app asked of it. */
  refusal('desktop', { message: text }),
  /** An update is not installed while something is, or may be, on air, or a schedule is near. */
  refusal('updateHeld', { message: text }),
  /** One client sends more than any person presses. */
  refusal('tooMany'),
  refusal('closing'),
  /** The disk did not take a setting, so nothing changed: why. */
  refusal('notSaved', { message: text }),
  /** A fault of our own; nothing is known to have been sent. */
  refusal('internal', { message: text }),
])
export type Refusal = z.output<typeof Refusal>

const result = tagged('result')
/** How a command ended. Every command gets exactly one. */
export const Outcome = z.discriminatedUnion('result', [
  result('done', { done: Done }),
  result('armed', { arm: Arm }),
  result('refused', { refusal: Refusal }),
  /** The service or the way there failed, and it surely was not carried out. */
  result('failed', { failure: Failure }),
  /** The answer was lost: it may have been carried out. The core finds out where it can, and the journal tells. */
  result('unknown', { failure: Failure }),
])
export type Outcome = z.output<typeof Outcome>

const event = tagged('event')
/** Found out after the answer to a start or stop was lost, or seen without our doing. */
export const LiveEvent = z.discriminatedUnion('event', [
  event('settled', {
    act: z.enum(['start', 'stop']),
    as: z.enum(['started', 'notStarted', 'stopped', 'stillRunning', 'unlocked']),
  }),
  /** What came of an edit whose answer was lost; `about`: what it was, in words. */
  event('editSettled', {
    about: text,
    found: z.boolean(),
    phase: z.optional(z.enum(['found', 'notDone', 'notKnown'])),
  }),
  /** A step of an edit that takes several requests, or the end of a macro; `about`: what was done, in words. */
  event('editStep', { about: text }),
  /** `byDate`: by a date it was scheduled for. */
  event('startedElsewhere', { byDate: z.optional(z.boolean()) }),
  event('onAir'),
  event('ended', { error: maybeText }),
  /** Something runs, and the service has not told how it stands for too long; `ms`: how long that went on. */
  event('lostContact'),
  event('backInContact', { ms: z.number() }),
  event('destinationFailed', { name: text, error: text }),
  event('destinationRecovered', { name: text }),
  /** The project was deleted while something ran, or might have. */
  event('projectGone'),
  /** The computer is shut down, or its user logs out; `onAir`: what goes on without us, by name. */
  event('systemEnds', { onAir: z.array(text) }),
])
export type LiveEvent = z.output<typeof LiveEvent>
