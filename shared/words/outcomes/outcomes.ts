import type { Arm } from '../../commands/arm.ts'
import type { Failure } from '../../failures.ts'
import type { CheckFault, Done, LiveEvent, Outcome, Refusal } from '../../outcome.ts'
import type { PreferenceName } from '../../settings/profileIds.ts'
import type { Reconciled } from '../../view/reconciled.ts'
import { armedText, SCOPE_WORDS } from '../accounts/pairings.ts'
import { HOTKEY_STATUS_WORDS, HOTKEY_WORDS } from '../desktop/desktop.ts'
import { asSentence, counted, exactSpan, isScheduledFor, listed, onPlaces, span, theyAre, took } from '../format.ts'
import { destinationError } from '../projects/destinations.ts'
import { diskNearlyFull, notHeard, notShown } from '../show/broadcasting.ts'
import { type Description, describeFailure, KEY_THIS_RUN } from './failures.ts'

type By<Union, Key extends keyof Union, Value> = Extract<Union, Record<Key, Value>>

const reachedTable: Record<By<Done, 'what', 'sceneSwitched'>['reached'], (scene: string) => string> = {
  onAir: (scene) => `${scene} is on air.`,
  notOnAir: (scene) => `${scene} is not on air yet. Press Sync.`,
  notConfirmed: (scene) => `${scene} is selected. The service did not say whether viewers see it.`,
  nothingRunning: (scene) => `${scene} is up next. Nothing is on air.`,
}

/** What the closed padlock means; used wherever that is shown. */
export const LOCKED = 'Padlock closed: live controls are off.'

const doneTable: { [What in Done['what']]: (done: By<Done, 'what', What>) => string } = {
  started: ({ projectName, opening }) =>
    `${projectName} is starting: preparing, not on air yet.${opening ? ` It opens with ${opening}.` : ''}`,
  stopped: ({ meant }) =>
    meant === undefined ? 'Stopped.' : 'Stopped. It was not the broadcast you saw: it had been started again.',
  wasOff: () => 'It was already off.',
  synced: (done) =>
    done.edits ? `Viewers now see ${counted(done.edits, 'change')}.` : 'Viewers now see the project as it is.',
  sceneSwitched: (done) => reachedTable[done.reached](done.sceneName),
  autoSync: (done) =>
    done.on ? 'Auto-sync is on: changes reach viewers at once.' : 'Auto-sync is off: changes wait for Sync.',
  playback: ({ action, synced }) => {
    const done = action === 'start' ? 'Playback started.' : 'Playback stopped.'
    return synced === true
      ? done
      : `${done} ${synced === false ? 'Viewers do not see it yet.' : 'The service did not say whether viewers see it.'}`
  },
  edited: ({ about }) => about,
  editDismissed: () => 'Dismissed.',
  refreshed: () => 'Refreshed.',
  projectsLoaded: (done) => `${counted(done.count, 'project')} read.`,
  destinationsChecked: (done) =>
    done.faulty.length
      ? `Reconnect ${listed(done.faulty)} in the studio.`
      : `${counted(done.valid, 'destination')} verified: no known fault.`,
  targetChosen: (done) => `The show target is ${done.projectName}.${forNow(done, 'Cuelight may choose another one')}`,
  openingSet: ({ sceneName }) => `Shows begin with ${sceneName ?? 'the active scene'}.`,
  takeSet: ({ on }) => (on ? 'Scenes go on air at once.' : 'Scenes wait for Sync.'),
  padlock: (done) =>
    `${done.locked ? LOCKED : 'Padlock open.'}${forNow(done, done.locked ? 'the padlock will be open' : 'the padlock will be closed again')}`,
  sceneLookSet: () => 'Saved here.',
  armCancelled: () => 'Cancelled. Nothing was sent.',
  unlocked: () => 'Unlocked, because you checked that nothing is on air.',
  acknowledged: () => 'Dismissed.',
  noticePutAway: () => 'Dismissed.',
  welcomePutAway: (done) => `Dismissed.${forNow(done, 'the welcome comes back')}`,
  profileCreated: (done) => `${done.profileName} was added. ${keptTable[done.key]}`,
  profileSaved: (done) => `${done.profileName} was changed. ${keptTable[done.key]}`,
  keyForgotten: (done) =>
    done.fromKeychain
      ? `The key of ${done.profileName} was removed from the keychain.`
      : `The key of ${done.profileName} is no longer used. The keychain is locked: Cuelight removes it there as soon as it can.`,
  profileTested: (done) => `${done.profileName} answers: ${counted(done.projects, 'project')}.`,
  connectionTried: (done) => `It works: ${counted(done.projects, 'project')}, ${took(done.ms)}. Not saved yet.`,
  profileSwitched: (done) => `${done.profileName} is in use.${forNow(done, 'the previous account is in use again')}`,
  profileRemoved: (done) =>
    done.fromKeychain
      ? `${done.profileName} was removed, and its key with it.`
      : `${done.profileName} was removed. The keychain is locked: Cuelight removes its key as soon as it can.`,
  keychainAsked: (done) => keychainTable[done.state],
  settingsImported: (done) =>
    `Settings imported, with ${counted(done.profiles, 'account')}. Enter each key again: keys are never exported.`,
  preferencesSet: (done) =>
    done.chosen.map(({ name, ms }) => preferenceTable[name](exactSpan(ms))).join(' ') || 'Saved.',
  faultSet: () => 'Fault active.',
  faultsCleared: (done) => (done.count === 0 ? 'No faults active.' : `${counted(done.count, 'fault')} ended.`),
  scenarioStarted: () => 'Scenario started.',
  scenarioStopped: () => 'Scenario stopped, and its faults with it.',
  rehearsedAs: (done) => `The rehearsal account is: ${accountTable[done.account]}.`,
  preparingSet: (done) => `Preparing takes ${span(done.ms)} from the next start on.`,
  studioKeyCreated: (done) => `The key "${done.label}" is in ${done.file}, readable by you only.`,
  studioKeyRevoked: (done) => `The key "${done.label}" is no longer accepted.`,
  serverAdded: (done) =>
    `${done.name} was added (${done.destinationId}). Choose it as a destination of a project: that one is then really broadcast.${keyAgain(done)}`,
  serverChanged: (done) =>
    done.hasNewKey ? `${done.name} is saved, and has its stream key.${keyAgain(done)}` : `${done.name} is saved.`,
  serverRemoved: ({ unsaved }) =>
    unsaved === undefined
      ? 'The server was removed, and its stream key with it.'
      : `The server was removed. Its stream key may still be in the keychain (${unsaved}): Cuelight removes it there as soon as it can.`,
  sessionsEnded: (done) => {
    const none = done.all ? 'No browser had access.' : 'Its access had ended already.'
    const browsers = done.ended === 0 ? none : `Access ended for ${counted(done.ended, 'browser')}.`
    const addresses = done.all ? ' Addresses not opened yet no longer work.' : ''
    return `${browsers}${addresses}${forNow(done, 'they have access again')}`
  },
  proposalAllowed: ({ by, about }) => `Allowed for agent ${by}. ${about}`,
  pairingCreated: (done) =>
    `Paired: ${done.name} ${SCOPE_WORDS[done.scope]}.${forNow(done, 'it has to be paired again')}`,
  pairingArmed: ({ name, until }) =>
    until === null ? `${name} can no longer stop or go live.` : armedText(name, until),
  pairingsEnded: (done) => {
    const none = done.all ? 'Nothing was paired.' : 'That pairing had ended already.'
    const ended = done.ended === 0 ? none : `${counted(done.ended, 'pairing')} ended.`
    return `${ended}${forNow(done, done.ended === 1 ? 'it works again' : 'they work again')}`
  },
  phonesSet: ({ on, address, ...done }) => {
    const where = address === null ? 'Phones: on, but no network is served yet.' : `Phones: on, at ${address}.`
    return `${on ? where : 'Phones: off. Those that were paired stay so.'}${forNow(done, 'that is forgotten')}`
  },
  phoneAwaited: ({ name, scope }) => `Waiting for ${name}. It ${SCOPE_WORDS[scope]}.`,
  phoneAnswered: ({ name, scope, allowed }) => {
    if (name === null || scope === null) return 'No phone is waited for any more.'
    return allowed ? `${name} has access: it ${SCOPE_WORDS[scope]}.` : `${name} was refused. Its code is used up.`
  },
  windowShown: () => 'Shown.',
  hotkeySet: (done) =>
    done.accelerator === null
      ? `${HOTKEY_WORDS[done.action]} has no key now.`
      : `${HOTKEY_WORDS[done.action]} has the key ${done.accelerator}. Press it once to test it.`,
  hotkeysReset: () => 'All keys are back to their defaults.',
  recording: (done) => (done.on ? 'Press the keys you want.' : 'All keys work again.'),
  selfTest: (done) =>
    done.on ? 'Press each key: it is ticked off, and does nothing else.' : 'The test is over: keys work again.',
  desktopSet: () => 'Saved.',
  commandInstalled: (done) => `The command is ${done.path}.${done.about ? ` ${asSentence(done.about)}` : ''}`,
  updateChecked: (done) =>
    done.version === null ? 'This is the latest version.' : `Version ${done.version} is available.`,
  updateInstalling: (done) => `Cuelight restarts as version ${done.version}.`,
  quitting: (done) =>
    done.leftOnAir.length
      ? `Cuelight is quitting. Still on air${orMayBe(done.mayBe)}: ${listed(done.leftOnAir)}.`
      : 'Cuelight is quitting.',
}

const keptTable: Record<By<Done, 'what', 'profileCreated'>['key'], string> = {
  kept: 'Its key is in the keychain.',
  thisRun: KEY_THIS_RUN,
  none: 'It has no key yet.',
}

const keychainTable: Record<By<Done, 'what', 'keychainAsked'>['state'], string> = {
  ok: 'The keychain answers.',
  locked: 'The keychain is still locked.',
  none: KEY_THIS_RUN,
  unused: 'No key is kept in the keychain.',
}

const preferenceTable: Record<PreferenceName, (time: string) => string> = {
  holdMs: (time) => `From now on, hold Stop for ${time}.`,
  cancelWindowMs: (time) => `From now on, a stop by keyboard can be cancelled for ${time}.`,
  pressUntilMs: (time) => `From now on, press a hotkey again within ${time}.`,
  liveMs: (time) => `Refreshes every ${time} while on air.`,
  idleMs: (time) => `Refreshes every ${time} while off air.`,
}

const accountTable: Record<By<Done, 'what', 'rehearsedAs'>['account'], string> = {
  paid: 'paid',
  free: 'Free plan, without API access',
  noPlayedFileLog: 'paid, played-file log not enabled',
  noConsent: 'paid, consent for statistics missing',
  severalChannels: 'paid, several channels',
  storageFull: 'paid, storage full',
  planLimits: 'paid, without 2160p',
  tooManyBroadcasts: 'paid, as many broadcasts as the plan allows',
}

const faultTable: { [Fault in CheckFault['fault']]: (fault: By<CheckFault, 'fault', Fault>) => string } = {
  noActiveScene: () => 'no scene is active',
  noDestinations: () => 'the project has no destination',
  openingGone: ({ name }) => `the opening scene ${name} is gone`,
  destination: (fault) => `reconnect ${fault.name}`,
  journal: (fault) =>
    `the journal cannot be written (${fault.error}), so after a crash Cuelight would not know of this start`,
  lateStop: () => 'a Stop that got no reply may still arrive and end this broadcast: wait half a minute',
}

const keyAgain = ({ unsaved }: { unsaved?: string | undefined }): string =>
  unsaved === undefined
    ? ''
    : ` The keychain does not have this stream key (${unsaved}): enter it again after a restart.`

/** A change that only lasts until Cuelight ends, and what is true afterwards. */
const forNow = ({ unsaved }: { unsaved?: string | undefined }, then: string): string =>
  unsaved === undefined ? '' : ` It could not be saved (${unsaved}): after a restart ${then}.`

const refusalTable: { [Reason in Refusal['reason']]: (refusal: By<Refusal, 'reason', Reason>) => string } = {
  // A schema's own messages begin with a capital letter, and are for programs.
  invalid: ({ field, message }) =>
    /^[A-Z]/.test(message) ? `Not understood: ${field}.` : `Not understood: ${field}: ${message}.`,
  padlocked: ({ soon }) =>
    soon
      ? 'The padlock is closed, and this is about a date within the next hour. Open it first.'
      : 'The padlock is closed. Open it first.',
  personOnly: () => 'Only a person can do that, in the panel, the window or the tray.',
  armFirst: () => 'From here it takes two steps: arm first.',
  armOnly: () => 'From here it can only be armed: a person must confirm it.',
  proposeOnly: () => 'Viewers could see it: propose it, and a person decides.',
  outOfScope: ({ scope }) => `This pairing may not do that: it ${SCOPE_WORDS[scope]}. Nothing was sent.`,
  notArmed: () => 'Stop and Go live are off here until a person arms them: Settings, Access. Nothing was sent.',
  noArm: () => 'Nothing is armed. Nothing was sent.',
  armExpired: () => 'Too late: no longer armed. Nothing was sent.',
  tooSoon: (refusal) => `That counted as one press. Press again after ${span(Math.max(1_000, refusal.waitMs))}.`,
  noTarget: () => 'No show target is chosen. Choose a project first.',
  unknownProject: ({ about }) =>
    about ??
    'Cuelight is not following that project. Choose it as the show target once; if it is not listed, refresh the list.',
  targetLocked: ({ projectName, mayBe }) =>
    mayBe
      ? `${projectName} may be on air. Wait until that is known, then show another project.`
      : `Stop ${projectName} to show another project.`,
  otherLive: () => 'Another broadcast is on air now. Nothing was sent: look again.',
  alreadyLive: ({ preparing }) =>
    preparing
      ? 'Already starting: preparing, not on air yet. Nothing was sent.'
      : 'Already on air. Nothing was sent.',
  scheduled: ({ projectName, at }) => `${isScheduledFor(projectName, at)} Cancel its dates to go live now.`,
  notLive: () => 'Nothing is on air. Nothing was sent.',
  busy: (refusal) => `${busyTable[refusal.act]} is already on its way. Nothing more was sent.`,
  superseded: ({ by, isSwitched }) => {
    if (by === undefined) return 'Something newer took its place. Nothing was sent: look again.'
    return isSwitched ? `Not brought on air: ${by} was pressed after it.` : `Not sent: ${by} was pressed after it.`
  },
  unsettled: () => 'Still checking an earlier Go live that got no reply. Nothing more was sent.',
  nothingToUnlock: () => 'There is nothing to unlock.',
  unknownEdit: () => 'That change is no longer waiting.',
  notKnown: () => 'What is on air is not known right now. Nothing was sent: refresh first.',
  noScene: ({ about }) => about ?? 'There is no such scene. Nothing was sent.',
  noOtherScene: () => 'There is no scene that way. Nothing was sent.',
  pluginMode: () => 'A plugin-mode project cannot be started from here. Start it in the studio.',
  first: ({ projectName, destinations, scene }) =>
    `First broadcast of this account: ${projectName}${onPlaces(destinations)}${scene ? `, opening with ${scene}` : ''}. Confirm it.`,
  opening: ({ sceneName }) => `Not started: ${sceneName} could not be selected. Try again.`,
  faults: (refusal) => `Not sent: ${listed(refusal.faults.map(describeFault))}.`,
  internal: (refusal) => `A fault in Cuelight: ${refusal.message}. Check what is on air before you go on.`,
  syncRefused: (refusal) =>
    `The service did not sync${refusal.message ? `: ${refusal.message}` : ''}. Viewers do not see the changes.`,
  unknownProfile: () => 'That account no longer exists.',
  nameTaken: (refusal) => `Another account is already called ${refusal.profileName}.`,
  profileInUse: (refusal) => `${refusal.profileName} is in use: switch to another account first.`,
  tooManyProfiles: () => 'There is no room for another account. Remove one first.',
  proposalWaits: () =>
    'A proposal still waits for a person. Until it is answered, nothing else is done for an agent.',
  proposalTooLong: () =>
    'It is more than a person can read before deciding. Nothing was proposed: propose less at once.',
  pairingTaken: ({ name }) => `${name} is already paired. End that pairing first, or choose another name.`,
  phonesOff: ({ problem }) => problem ?? 'Phones are off. Turn them on first.',
  phoneGone: () => 'That phone does not ask any more. Show a new code.',
  notFromPhone: () => 'Do that at the computer. Nothing was sent.',
  tooManyPairings: () => 'There is no room for another pairing. End one first.',
  notToArm: () => 'There is no pairing of that kind to arm.',
  fixedProfile: (refusal) => `${refusal.profileName} cannot be changed or removed.`,
  noKey: (refusal) => `${refusal.profileName} has no key yet. Add its API key first.`,
  keychainLocked: () => 'The keychain is locked. Unlock it: Cuelight picks the key up by itself.',
  keychainFailed: () => 'The keychain refused. Unlock it and try again.',
  unknownNotice: () => 'Already dismissed.',
  notHere: () => 'That is not available here.',
  notRehearsal: () => 'That is for rehearsing on the local studio. It never touches a real service.',
  edit: ({ message }) => message,
  studio: (refusal) => `The local studio did not do it: ${refusal.message}`,
  onAir: ({ projectNames, mayBe, notKnown }) =>
    [
      projectNames.length === 0 ? '' : `${theyAre(projectNames, mayBe)} on air. `,
      notKnown ? 'What else is on air is not known right now. ' : '',
      'Leave it on air, stop it first, or stay.',
    ].join(''),
  openWork: ({ by, halfDone }) => `${halfDone.join(' ')} ${by === 'quit' ? LEFT_AT.quit : LEFT_AT.switchProfile}`,
  hotkey: ({ accelerator, why, clashesWith }) =>
    `${accelerator} was not set: ${clashesWith === null ? HOTKEY_STATUS_WORDS[why] : `${HOTKEY_WORDS[clashesWith]} has it`}. The previous key is back.`,
  desktop: (refusal) => asSentence(refusal.message),
  updateHeld: (refusal) => `Not installed now: ${asSentence(refusal.message)}`,
  late: () => 'Not sent: it reached Cuelight seconds late. Look, then press again.',
  tooMany: () => 'Too many commands at once. Nothing was sent: wait a second, then try again.',
  closing: ({ by }) =>
    `${by === 'switchProfile' ? 'Another account is in use now' : 'Cuelight is closing'}. Nothing was sent.`,
  notSaved: (refusal) => `Nothing changed: it could not be saved (${refusal.message}).`,
}

/** What happens to incomplete edits. */
const LEFT_AT = {
  quit: 'It stays like that until Cuelight is started again. Quit anyway, or stay until it is finished.',
  switchProfile:
    'It stays like that until this account is in use again. Switch anyway, or wait until it is finished.',
} as const

const busyTable = { start: 'A start', stop: 'A stop', change: 'An earlier change' } as const

const eventTable: { [Event in LiveEvent['event']]: (event: By<LiveEvent, 'event', Event>) => string } = {
  settled: (event) => settledTable[event.as],
  editSettled: ({ about, found, phase = found ? 'found' : 'notKnown' }) => `${about}: ${settledEditTable[phase]}`,
  editStep: ({ about }) => about,
  startedElsewhere: ({ byDate, late }) =>
    byDate
      ? 'Started by its date.'
      : late
        ? 'Started, perhaps by an earlier Go live of yours that got no reply.'
        : 'Started from elsewhere.',
  onAir: () => 'On air.',
  ended: (event) =>
    event.error
      ? `Off air with an error: ${asSentence(event.error)}`
      : event.late
        ? 'Off air, perhaps by an earlier Stop of yours that got no reply.'
        : 'Off air. Not stopped from here.',
  lostContact: () => 'No contact: what is on air is not known.',
  backInContact: ({ ms }) => `Back in contact after ${span(ms)}.`,
  destinationFailed: ({ name, error }) => `${name}: ${destinationError(error)}.`,
  destinationRecovered: ({ name }) => `${name} works again.`,
  destinationReconnected: ({ name }) => `${name}: the connection was lost for a moment.`,
  picturesLeftOut: ({ name }) => `${name}: the connection is too slow, so viewers there miss pictures.`,
  engineRestarted: () => 'The broadcast engine failed and was restarted. Pictures were interrupted everywhere.',
  fileNotShown: notShown,
  soundNotHeard: ({ why }) => notHeard(why),
  diskNearlyFull: ({ bytes }) => diskNearlyFull(bytes),
  projectGone: () => 'The project was deleted. Check the studio for what is on air.',
  systemEnds: ({ onAir, mayBe }) =>
    onAir.length > 0
      ? `The system closed Cuelight (shutdown, logout or a signal). Still on air${orMayBe(mayBe)}: ${listed(onAir)}.`
      : 'The system closed Cuelight (shutdown, logout or a signal).',
}

const orMayBe = (mayBe = false): string => (mayBe ? ', or may be' : '')

const settledEditTable = {
  found: 'it worked.',
  notDone: 'it did not go through.',
  notKnown: 'not found. Outcome unknown.',
} as const

const settledTable: Record<By<LiveEvent, 'event', 'settled'>['as'], string> = {
  started: 'Checked: it was started. It was sent once.',
  notStarted: 'Checked for 30 s: it was not started. Go live is free again.',
  stopped: 'Checked: it is off.',
  stillRunning: 'Checked: it is STILL on air. Stop again.',
  unlocked: 'Unlocked by hand.',
}

/** Looks up a union member's text by its tag. A core newer than an open page may send tags that have no text here. */
const say = <Union, Tag extends string>(table: Record<Tag, (one: never) => string>, tag: Tag, one: Union): string =>
  Object.hasOwn(table, tag) ? (table[tag] as (one: Union) => string)(one) : tag

export const describeFault = (fault: CheckFault): string => say(faultTable, fault.fault, fault)
export const describeRefusal = (refusal: Refusal): string => say(refusalTable, refusal.reason, refusal)
export const describeDone = (done: Done): string => say(doneTable, done.what, done)
export const describeEvent = (event: LiveEvent): string => say(eventTable, event.event, event)

/** One or two sentences: what happened, what is true now, what to do. */
export const describeOutcome = (outcome: Outcome): string => say(outcomeTable, outcome.result, outcome)

const outcomeTable: { [Result in Outcome['result']]: (outcome: By<Outcome, 'result', Result>) => string } = {
  done: ({ done }) => describeDone(done),
  armed: ({ arm }) => describeArmed(arm),
  refused: ({ refusal }) => describeRefusal(refusal),
  failed: ({ failure }) => inOne(describeFailure(failure)),
  unknown: ({ failure }) => describeLost(failure),
}

const inOne = ({ what, todo }: Description): string => `${what} ${todo}`

/** Why there is no usable response. */
export const noReply = (failure: Failure): string => NO_REPLY[failure.kind] ?? describeFailure(failure).what

const NO_REPLY: Partial<Record<Failure['kind'], string>> = {
  timeout: 'No reply.',
  disconnected: 'No reply.',
  unreadable: 'Unreadable reply.',
}

/** Shown while the command is being reconciled. */
export const describeLost = (failure: Failure): string => `${noReply(failure)} Checking whether it worked.`

/** The reconciled result. */
export function describeReconciled(out: Reconciled): string {
  if (out.event === 'settled') return describeEvent(out)
  return out.reached === null ? `It did not switch to ${out.sceneName}.` : reachedTable[out.reached](out.sceneName)
}

const describeArmed = ({ act, proposed, projectName, destinations }: Arm): string =>
  proposed
    ? `Proposed: ${proposed.about}. A person has a minute to allow it.`
    : act === 'stop'
      ? `Armed: stop ${projectName}. Confirm to stop.`
      : `Armed: ${projectName} goes live${onPlaces(destinations)}. Confirm to go live.`
