/** Commands carried out by what is provided to the core: the desktop app, the profiles, the local studio. */
import type { CommandName, CommandOf } from '../../../../shared/commands/commands.ts'
import type { Done } from '../../../../shared/outcome.ts'
import { withSharedStructure } from '../../state/store.ts'
import type { Context, Handler } from '../context.ts'
import {
  type Desktop,
  type PairingAccess,
  type PanelAccess,
  type PhoneAccess,
  type Profiles,
  Refused,
  type Rehearsal,
  refusedByStudio,
} from '../ports.ts'
import { putAwayWelcome } from './local.ts'
import { finished } from './startStop.ts'

type Work<Port, Command> = (port: Port, command: Command, context: Context) => Promise<Done>

/** Makes a handler for each entry. @param provide calls the work with its port, or refuses */
function handlersFor<Port, Name extends CommandName>(
  provide: (context: Context, work: (port: Port) => Promise<Done>) => Promise<Done>,
  table: { readonly [One in Name]: Work<Port, CommandOf<One>> },
) {
  const handlers = Object.entries<Work<Port, never>>(table).map(([name, work]) => {
    const handler = async (command: never, context: Context) =>
      finished(await provide(context, (port) => work(port, command, context)))
    return [name, handler]
  })
  return Object.fromEntries(handlers) as { readonly [One in Name]: Handler<One> }
}

async function onDesktop({ ports }: Context, work: (desktop: Desktop) => Promise<Done>): Promise<Done> {
  if (!ports.desktop) throw new Refused({ reason: 'notHere' })
  return work(ports.desktop)
}

async function onProfiles({ ports }: Context, work: (profiles: Profiles) => Promise<Done>): Promise<Done> {
  if (!ports.profiles) throw new Refused({ reason: 'notHere' })
  return work(ports.profiles)
}

async function onAccess({ ports }: Context, work: (access: PanelAccess) => Promise<Done>): Promise<Done> {
  if (!ports.panelAccess) throw new Refused({ reason: 'notHere' })
  return work(ports.panelAccess)
}

async function onPairings({ ports }: Context, work: (pairings: PairingAccess) => Promise<Done>): Promise<Done> {
  if (!ports.pairings) throw new Refused({ reason: 'notHere' })
  return work(ports.pairings)
}

async function onPhones({ ports }: Context, work: (phones: PhoneAccess) => Promise<Done>): Promise<Done> {
  if (!ports.phones) throw new Refused({ reason: 'notHere' })
  return work(ports.phones)
}

/** What a pairing or a phone has begun ends with it. */
function endOrphans({ ports, macros, arms, heldEdits }: Context): void {
  const phones = ports.phones?.list()
  const names = [...(ports.pairings?.list().pairings ?? []), ...(phones?.on ? phones.phones : [])]
  const isPaired = (by: string) => names.some(({ name }) => name === by)
  const by = macros.startedBy()
  if (by !== null && !isPaired(by)) macros.end('unpaired')
  arms.cancelOf(isPaired)
  heldEdits.cancelOf(isPaired)
}

/** Changes the local studio, then shows the new state of the rehearsal. */
async function onStudio({ ports, store }: Context, work: (studio: Rehearsal) => Promise<Done>): Promise<Done> {
  const studio = ports.rehearsal?.()
  if (!studio) throw new Refused({ reason: 'notRehearsal' })
  const done = await work(studio).catch(refusedByStudio)
  // The command is done even if the studio does not report its state: it is also polled every other second.
  const state = await studio.read().catch(() => null)
  if (state !== null) {
    store.change((draft) => {
      draft.rehearsal = withSharedStructure(draft.rehearsal, state)
    })
  }
  return done
}

export const portHandlers = {
  ...handlersFor(onDesktop, {
    async showWindow(desktop, { window }) {
      desktop.show(window)
      return { what: 'windowShown', window }
    },
    async setHotkey({ hotkeys }, { action, accelerator }) {
      await hotkeys.set(action, accelerator)
      return { what: 'hotkeySet', action, accelerator }
    },
    async resetHotkeys({ hotkeys }) {
      await hotkeys.reset()
      return { what: 'hotkeysReset' }
    },
    async recordHotkeys({ hotkeys }, { on }) {
      hotkeys.record(on)
      return { what: 'recording', on }
    },
    async testHotkeys({ hotkeys }, { on }) {
      hotkeys.test(on)
      return { what: 'selfTest', on }
    },
    async setDesktop(desktop, { type: _, ...part }) {
      await desktop.change(part)
      return { what: 'desktopSet' }
    },
    installCommand: async (desktop) => ({ what: 'commandInstalled', ...(await desktop.installCommand()) }),
    checkForUpdate: async ({ updates }) => ({ what: 'updateChecked', version: await updates.check() }),
    installUpdate: async ({ updates }) => ({ what: 'updateInstalling', version: await updates.install() }),
  }),
  ...handlersFor(onProfiles, {
    /** A user who has saved an account no longer needs the welcome. */
    async createProfile(profiles, command, context) {
      const done = await profiles.createProfile(command)
      await putAwayWelcome({ type: 'putAwayWelcome' }, context)
      return done
    },
    editProfile: (profiles, command) => profiles.editProfile(command),
    forgetKey: (profiles, command) => profiles.forgetKey(command),
    testProfile: (profiles, command) => profiles.testProfile(command),
    tryConnection: (profiles, command) => profiles.tryConnection(command),
    switchProfile: (profiles, command) => profiles.switchProfile(command),
    removeProfile: (profiles, command) => profiles.removeProfile(command),
    retryKeychain: (profiles, command) => profiles.retryKeychain(command),
    importSettings: (profiles, command) => profiles.importSettings(command),
  }),
  ...handlersFor(onAccess, {
    /** A session that does not exist has already ended, which is what the caller wanted. */
    async endSessions(access, { sessionId = null }, context) {
      const ended = await access.end(sessionId)
      endOrphans(context)
      return { what: 'sessionsEnded', all: sessionId === null, ...ended }
    },
  }),
  ...handlersFor(onPairings, {
    createPairing: async (pairings, { type: _, ...parts }) => ({
      ...{ what: 'pairingCreated', name: parts.name, scope: parts.scope },
      ...(await pairings.create(parts)),
    }),
    async armPairing(pairings, { pairingId, on }, { macros, arms }) {
      const { name, until } = pairings.arm(pairingId, on)
      if (!on) {
        // What it has begun ends too.
        if (macros.startedBy() === name) macros.end('unpaired')
        arms.cancelOf((by) => by !== name)
      }
      return { what: 'pairingArmed', name, until }
    },
    /** As with sessions: one that does not exist has already ended. */
    async endPairings(pairings, { pairingId = null }, context) {
      const ended = await pairings.end(pairingId)
      endOrphans(context)
      return { what: 'pairingsEnded', all: pairingId === null, ...ended }
    },
  }),
  ...handlersFor(onPhones, {
    async setPhones(phones, { on, address }, context) {
      const set = await phones.set(on, address)
      endOrphans(context)
      return { what: 'phonesSet', on, ...set }
    },
    async pairPhone(phones, { type: _, ...parts }) {
      phones.pair(parts)
      return { what: 'phoneAwaited', name: parts.name, scope: parts.scope }
    },
    async answerPhone(phones, { askId = null, allow }) {
      const { name, scope } = phones.answer(askId, allow) ?? { name: null, scope: null }
      return { what: 'phoneAnswered', name, scope, allowed: allow && name !== null }
    },
  }),
  ...handlersFor(onStudio, {
    async setFault(studio, { fault }) {
      await studio.setFault(fault)
      return { what: 'faultSet', kind: fault.kind }
    },
    async clearFault(studio, { faultId }) {
      await studio.clearFault(faultId)
      return { what: 'faultsCleared', count: 1 }
    },
    clearFaults: async (studio) => ({ what: 'faultsCleared', count: await studio.clearFaults() }),
    async playScenario(studio, { scenario }) {
      await studio.playScenario(scenario)
      return { what: 'scenarioStarted', scenario }
    },
    async stopScenario(studio) {
      await studio.stopScenario()
      return { what: 'scenarioStopped' }
    },
    async rehearseAs(studio, { account }) {
      await studio.setAccount(account)
      return { what: 'rehearsedAs', account }
    },
    async setPreparing(studio, { ms }) {
      await studio.setPreparing(ms)
      return { what: 'preparingSet', ms }
    },
    createStudioKey: async (studio, { label }) => ({
      ...{ what: 'studioKeyCreated', label, file: await studio.createKey(label) },
    }),
    revokeStudioKey: async (studio, { keyId }) => ({
      ...{ what: 'studioKeyRevoked', label: await studio.revokeKey(keyId) },
    }),
    addServer: async (studio, { name, url, key }) => ({
      ...{ what: 'serverAdded', ...(await studio.addServer(name, url, key)) },
    }),
    changeServer: async (studio, { destinationId, name, url, key }) => ({
      ...{ what: 'serverChanged', hasNewKey: key !== undefined },
      ...(await studio.changeServer(destinationId, { name, url, key })),
    }),
    removeServer: async (studio, { destinationId }) => ({
      ...{ what: 'serverRemoved', destinationId, ...(await studio.removeServer(destinationId)) },
    }),
  }),
}
