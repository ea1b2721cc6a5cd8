// zod/mini, because every page loads these schemas on start.
import * as z from 'zod/mini'
import { Arm } from './commands/arm.ts'
import { SCOPES } from './control/scopes.ts'
import { Failure } from './failures.ts'
import { ACCOUNT_KINDS, FAULT_KINDS, SCENARIO_NAMES } from './rehearsal/rehearsalKinds.ts'
import { HOTKEY_ACTIONS, HOTKEY_STATUSES, WINDOWS } from './settings/desktopNames.ts'
import { PREFERENCES } from './settings/profileIds.ts'

const text = z.string()
const maybeText = z.nullable(z.string())

/** One member of a union that is discriminated by `key`. */
const tagged = <const Key extends string>(key: Key) => {
  return <const Tag extends string, Shape extends z.core.$ZodLooseShape = Record<never, never>>(
    tag: Tag,
    shape?: Shape,
  ) => z.object({ [key]: z.literal(tag), ...shape } as Record<Key, z.ZodMiniLiteral<Tag>> & Shape)
}

/** Where an account key is stored after a change. */
const KeptKey = z.enum(['kept', 'thisRun', 'none'])

/** `ok`: it responded. `locked`: it has to be unlocked first. `none`: this system has no keychain we can use. */
export const KEYCHAIN_STATES = ['unused', 'ok', 'locked', 'none'] as const

/** Why a change could not be saved; it lasts for this session. For commands that must work on a full disk too. */
const unsaved = { unsaved: z.optional(text) }

const done = tagged('what')
/** What a carried-out command did. */
export const Done = z.discriminatedUnion('what', [
  /** `opening`: the scene it begins with, if one is chosen. */
  done('started', { liveId: text, projectName: text, opening: z.optional(text) }),
  /**
   * `liveId` null: the service does not name it. `meant`: the broadcast the user meant, if it had been restarted and
   * this other one ended.
   */
  done('stopped', { liveId: maybeText, meant: z.optional(text) }),
  /** The service reports that nothing was running. */
  done('wasOff'),
  done('synced', { edits: z.nullable(z.number()) }),
  done('sceneSwitched', {
    sceneName: text,
    reached: z.enum(['onAir', 'notOnAir', 'notConfirmed', 'nothingRunning']),
  }),
  done('autoSync', { on: z.boolean() }),
  /** `synced` null: the service does not report whether it reached viewers. */
  done('playback', { action: z.enum(['start', 'stop']), synced: z.nullable(z.boolean()) }),
  /** `about`: what was done, in words. `id`: of the record in the response. `answer`: the response, if it is small. */
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
  /** `key`: where the key is now. `thisRun`: no keychain stored it, `about` says why. */
  done('profileCreated', { profileName: text, key: KeptKey, about: maybeText }),
  done('profileSaved', { profileName: text, key: KeptKey, about: maybeText }),
  done('keyForgotten', { profileName: text, fromKeychain: z.boolean() }),
  done('profileTested', { profileName: text, projects: z.number() }),
  /** `ms`: from sending to the complete response. */
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
  /** The key is in a file that only this user can read; it is never displayed. */
  done('studioKeyCreated', { label: text, file: text }),
  done('studioKeyRevoked', { label: text }),
  /** `unsaved`: why the stream key is not in the keychain, and has to be entered again after a restart. */
  done('serverAdded', { name: text, destinationId: text, ...unsaved }),
  done('serverChanged', { name: text, hasNewKey: z.boolean(), ...unsaved }),
  /** `unsaved`: why its stream key may still be in the keychain. */
  done('serverRemoved', { destinationId: text, ...unsaved }),
  /** `all`: including every address that was not opened yet. */
  done('sessionsEnded', { ended: z.number(), all: z.boolean(), ...unsaved }),
  /** `about`: how the proposed command ended, in words. */
  done('proposalAllowed', { by: text, about: text }),
  done('pairingCreated', { name: text, scope: z.enum(SCOPES), ...unsaved }),
  /** `until`: wall ms; null: it is not armed any more. */
  done('pairingArmed', { name: text, until: z.nullable(z.number()) }),
  done('pairingsEnded', { ended: z.number(), all: z.boolean(), ...unsaved }),
  /** `address`: where phones connect to; null: nowhere yet. */
  done('phonesSet', { on: z.boolean(), address: maybeText, ...unsaved }),
  done('phoneAwaited', { name: text, scope: z.enum(SCOPES) }),
  /** `name`: null: no phone asked. */
  done('phoneAnswered', { name: maybeText, scope: z.nullable(z.enum(SCOPES)), allowed: z.boolean() }),
  done('windowShown', { window: z.enum(WINDOWS) }),
  done('hotkeySet', { action: z.enum(HOTKEY_ACTIONS), accelerator: maybeText }),
  done('hotkeysReset'),
  done('recording', { on: z.boolean() }),
  done('selfTest', { on: z.boolean() }),
  done('desktopSet'),
  done('commandInstalled', { path: text, about: maybeText }),
  done('updateChecked', { version: maybeText }),
  done('updateInstalling', { version: text }),
  /** Cuelight quits; `leftOnAir`: what it leaves on air, by project name; `mayBe`: of some it is not certain. */
  done('quitting', { leftOnAir: z.array(text), mayBe: z.optional(z.boolean()) }),
])
export type Done = z.output<typeof Done>

const fault = tagged('fault')
/** A known fault that the go-live check found. */
export const CheckFault = z.discriminatedUnion('fault', [
  fault('noActiveScene'),
  fault('noDestinations'),
  /** The chosen opening scene no longer exists. */
  fault('openingGone', { name: text }),
  fault('destination', { name: text, error: maybeText }),
  /** Why a start could not be written to the journal before sending. */
  fault('journal', { error: text }),
  /** A Stop got no reply, and may still arrive. */
  fault('lateStop'),
])
export type CheckFault = z.output<typeof CheckFault>

const refusal = tagged('reason')
/** Why a command was refused before anything was sent. */
export const Refusal = z.discriminatedUnion('reason', [
  refusal('invalid', { field: text, message: text }),
  /** `soon`: the command affects a broadcast scheduled to begin within the hour. */
  refusal('padlocked', { soon: z.optional(z.literal(true)) }),
  refusal('personOnly'),
  /** This source may only do it in two steps. */
  refusal('armFirst'),
  /** This source may not take the second step. */
  refusal('armOnly'),
  /** Viewers could see it: an agent proposes it, and a person decides. */
  refusal('proposeOnly'),
  /** The scope of this pairing does not include it. */
  refusal('outOfScope', { scope: z.enum(SCOPES) }),
  /** Stop and Go live, from a pairing that no person has armed. */
  refusal('notArmed'),
  refusal('noArm'),
  refusal('armExpired'),
  /** The second step came too soon: it counts as part of the first one. */
  refusal('tooSoon', { waitMs: z.number() }),
  refusal('noTarget'),
  /** `about`: the name that was requested, and the names that exist. */
  refusal('unknownProject', { about: z.optional(text) }),
  refusal('targetLocked', { projectName: text, mayBe: z.optional(z.boolean()) }),
  /** What is on air is not what the sender saw. */
  refusal('otherLive', { meant: maybeText, running: maybeText }),
  refusal('alreadyLive', { preparing: z.optional(z.boolean()) }),
  /** The project has a schedule and cannot be started before it; `at`: wall ms of the next date; null: unknown. */
  refusal('scheduled', { projectName: text, at: z.nullable(z.number()) }),
  refusal('notLive'),
  /** Something that must not happen twice is already on its way. */
  refusal('busy', { act: z.enum(['start', 'stop', 'change']) }),
  /**
   * Something newer replaced it before it was sent: another target, a closed padlock, a sleep; `by`: this scene.
   * `isSwitched`: the scene switch had been sent, and only its sync was not.
   */
  refusal('superseded', { by: z.optional(text), isSwitched: z.optional(z.boolean()) }),
  /** The outcome of an earlier start is still unknown: another start could act twice. */
  refusal('unsettled'),
  refusal('nothingToUnlock'),
  refusal('unknownEdit'),
  /** A macro or an edit of several requests did not do what was requested: why, the current state, and details. */
  refusal('edit', { message: text, detail: z.optional(z.unknown()) }),
  /** The state is not known well enough to act on. */
  refusal('notKnown'),
  refusal('noScene', { about: z.optional(text) }),
  refusal('noOtherScene'),
  refusal('pluginMode'),
  /** The account never went live from here: the user confirms once what would start. `scene` null: unknown. */
  refusal('first', { projectName: text, destinations: z.array(text), scene: maybeText }),
  /** The opening scene could not be activated, so nothing was started. */
  refusal('opening', { sceneName: text }),
  refusal('faults', { faults: z.array(CheckFault) }),
  /** The service refused a sync in a successful response. */
  refusal('syncRefused', { message: text }),
  refusal('unknownProfile'),
  refusal('nameTaken', { profileName: text }),
  /** The profile in use cannot be removed or moved to another address while the target is, or may be, on air. */
  refusal('profileInUse', { profileName: text }),
  refusal('tooManyProfiles'),
  /** An agent has proposed something already, and nobody has answered yet. */
  refusal('proposalWaits'),
  /** A person could not read all of it before the answer. */
  refusal('proposalTooLong'),
  refusal('pairingTaken', { name: text }),
  refusal('tooManyPairings'),
  /** Phones are off, or cannot be served now. */
  refusal('phonesOff', { problem: maybeText }),
  /** The phone that asked is gone, or its time is over. */
  refusal('phoneGone'),
  /** Only at the computer itself: opening the padlock, settings, accounts, access. */
  refusal('notFromPhone'),
  /** There is no such pairing, or its scope has nothing to arm. */
  refusal('notToArm'),
  refusal('fixedProfile', { profileName: text }),
  refusal('noKey', { profileName: text }),
  refusal('keychainLocked'),
  refusal('keychainFailed', { message: text }),
  refusal('unknownNotice'),
  /** This Cuelight was built without it. */
  refusal('notHere'),
  /** Requested for a profile that is not the local studio. */
  refusal('notRehearsal'),
  /** The local studio's administration refused, or did not respond. */
  refusal('studio', { message: text }),
  /**
   * Quit was requested while these are on air: leave them, stop them first, or stay. `notKnown`: there may be more,
   * because not every reading has succeeded.
   */
  refusal('onAir', {
    projectNames: z.array(text),
    mayBe: z.optional(z.boolean()),
    notKnown: z.optional(z.boolean()),
  }),
  /** These edits of several requests are incomplete, in words, and would not be resumed: leave them so, or stay. */
  refusal('openWork', { by: z.enum(['quit', 'switchProfile']), halfDone: z.array(text) }),
  /** The key belongs to the system, another program or another action of ours; the previous key is in force again. */
  refusal('hotkey', {
    accelerator: text,
    why: z.enum(HOTKEY_STATUSES),
    clashesWith: z.nullable(z.enum(HOTKEY_ACTIONS)),
  }),
  /** The system did not do what the desktop app requested. */
  refusal('desktop', { message: text }),
  /** No update is installed while something is, or may be, on air, or shortly before a scheduled broadcast. */
  refusal('updateHeld', { message: text }),
  /** It was sent seconds before it was read, as when Cuelight was held up. */
  refusal('late'),
  /** One client sends more commands than a user could. */
  refusal('tooMany'),
  /** Cuelight closes, or another profile is in use by now. */
  refusal('closing', { by: z.optional(z.enum(['quit', 'switchProfile'])) }),
  /** The disk did not store a setting, so nothing changed: why. */
  refusal('notSaved', { message: text }),
  /** A fault of our own; as far as we know nothing was sent. */
  refusal('internal', { message: text }),
])
export type Refusal = z.output<typeof Refusal>

const result = tagged('result')
/** How a command ended. Every command gets exactly one outcome. */
export const Outcome = z.discriminatedUnion('result', [
  result('done', { done: Done }),
  result('armed', { arm: Arm }),
  result('refused', { refusal: Refusal }),
  /** The service or the connection failed, and the command certainly was not carried out. */
  result('failed', { failure: Failure }),
  /**
   * The response was lost: it may have been carried out. The core reconciles it if it can, and the journal shows how.
   */
  result('unknown', { failure: Failure }),
])
export type Outcome = z.output<typeof Outcome>

const event = tagged('event')
/** Found out after the response to a start or stop was lost, or observed without our doing. */
export const LiveEvent = z.discriminatedUnion('event', [
  event('settled', {
    act: z.enum(['start', 'stop']),
    as: z.enum(['started', 'notStarted', 'stopped', 'stillRunning', 'unlocked']),
  }),
  /** The result of an edit whose response was lost; `about`: what the edit was, in words. */
  event('editSettled', {
    about: text,
    found: z.boolean(),
    phase: z.optional(z.enum(['found', 'notDone', 'notKnown'])),
  }),
  /** A step of an edit of several requests, or the end of a macro; `about`: what was done, in words. */
  event('editStep', { about: text }),
  /** `byDate`: started by its schedule. */
  /** `late`: perhaps by a Go live of ours that got no reply. */
  event('startedElsewhere', { byDate: z.optional(z.boolean()), late: z.optional(z.literal(true)) }),
  event('onAir'),
  /** `late`: perhaps by a Stop of ours that got no reply. */
  event('ended', { error: maybeText, late: z.optional(z.literal(true)) }),
  /** Something runs, and the service has not reported its status for too long; `ms`: how long that lasted. */
  event('lostContact'),
  event('backInContact', { ms: z.number() }),
  event('destinationFailed', { name: text, error: text }),
  event('destinationRecovered', { name: text }),
  /** The connection to a server of the local studio was lost and made anew, too briefly to be read as a failure. */
  event('destinationReconnected', { name: text }),
  /** A server of the local studio takes less than is sent: pictures are left out. */
  event('picturesLeftOut', { name: text }),
  /** The local studio's engine was restarted: pictures were interrupted everywhere. */
  event('engineRestarted'),
  /** A file that should be on air cannot be played: viewers see the slate. `file` null: its name is not known. */
  event('fileNotShown', { file: maybeText, why: text, isPlaylistAlone: z.optional(z.literal(true)) }),
  /** A sound that should be on air is not heard, or not at its volume. */
  event('soundNotHeard', { why: text }),
  /** The disk of the local studio is nearly full, with something on air. */
  event('diskNearlyFull', { bytes: z.number() }),
  /** The project was deleted while something ran, or might have been running. */
  event('projectGone'),
  /** The computer shuts down, or its user logs out; `onAir`: what stays on air without us, by name. */
  event('systemEnds', { onAir: z.array(text), mayBe: z.optional(z.boolean()) }),
])
export type LiveEvent = z.output<typeof LiveEvent>
