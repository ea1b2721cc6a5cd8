import type { ActiveFault, RehearsalState } from '../../../shared/rehearsal/rehearsal.ts'
import { VERSION } from '../../util/version.ts'
import type { Broadcasting } from '../broadcasting/broadcasting.ts'
import type { Core } from '../core.ts'
import type { Files } from '../files/files.ts'
import { HttpProblem } from '../http/problem.ts'
import { setAccountKind } from '../rules/account/account.ts'
import { setLogin } from '../rules/account/destinations.ts'
import {
  addServer,
  changeServer,
  refuseWhileReal,
  refuseWhileSentTo,
  removeServer,
  requireServer,
  type ServerDestination,
  serversOf,
} from '../rules/account/servers.ts'
import { addFault } from '../rules/broadcasts/lifecycle.ts'
import { endOf, playedScenario, playScenario, stopScenario } from '../rules/broadcasts/timeline.ts'
import { listFaults, removeFaults, timesLeft } from '../rules/faults/faults.ts'
import {
  ACCOUNT,
  type Fault,
  type Moment,
  STUDIO,
  settingsOf,
  timingsOf,
  type World,
  type WorldDraft,
} from '../rules/world/world.ts'
import { type Keyring, makeKeyFor, revokeKey } from './keys.ts'
import type { AdministrationAnswer, AdministrationBody, AdministrationName } from './table.ts'

type Reported = Pick<AdministrationCall<'rehearsal'>, 'core' | 'broadcasting'>

/** The rehearsal's current state. Its times are the studio's own: no fault shifts them. */
export function rehearsalState({ core, broadcasting }: Reported): RehearsalState {
  const world = core.read()
  return {
    account: world.accounts[ACCOUNT]?.kind ?? 'paid',
    preparingMs: timingsOf(world).preparingMs,
    faults: listFaults(world).map(activeFault),
    scenario: scenarioOf(world),
    keys: keysOf(world),
    broadcasting: broadcasting.reported(),
  }
}

/** An active fault as the administration reports it. */
export function activeFault(one: Fault): ActiveFault {
  const { id, fault, since, until, scenario } = one
  return { id, fault: { ...fault }, since, until, timesLeft: timesLeft(one), scenario }
}

function scenarioOf(world: World): RehearsalState['scenario'] {
  const played = playedScenario(world)
  return played ? { name: played.name, startedAt: played.startedAt, endsAt: endOf(played) } : null
}

/** Never the keys themselves, which the studio does not store. The oldest comes first. */
function keysOf(world: World): RehearsalState['keys'] {
  return Object.values(world.keys)
    .map(({ id, label, createdAt }) => ({ id, label, createdAt }))
    .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
}

/**
 * Removes one fault.
 * @throws HttpProblem 404 if it is not active
 */
function clearFault(core: Core, faultId: string) {
  const count = core.change((draft, { now }) => removeFaults(draft, now, ({ id }) => id === faultId))
  if (count > 0) return { count }
  throw new HttpProblem(404, 'FAULT_NOT_FOUND', `No fault ${faultId} is at work. It may be over already.`)
}

/** @throws Refusal while anything is really broadcast */
const rehearse = <T>(core: Core, change: (draft: WorldDraft, moment: Moment) => T): T =>
  core.change((draft, moment) => {
    refuseWhileReal(draft)
    return change(draft, moment)
  })

export interface AdministrationCall<Name extends AdministrationName> {
  readonly body: AdministrationBody<Name>
  readonly params: Readonly<Record<string, string>>
  readonly core: Core
  readonly files: Files
  readonly broadcasting: Broadcasting
  readonly keyring: Keyring
  /** Ends the studio once this request has been answered. */
  quit(): void
}

export type AdministrationHandler<Name extends AdministrationName> = (
  call: AdministrationCall<Name>,
) => AdministrationAnswer<Name> | Promise<AdministrationAnswer<Name>>

type Handlers = { readonly [Name in AdministrationName]: AdministrationHandler<Name> }

export const administrationHandlers: Handlers = {
  ping: () => ({ pid: process.pid, version: VERSION }),
  summary({ core }) {
    const world = core.read()
    const count = { projects: Object.keys(world.projects).length, keys: Object.keys(world.keys).length }
    return { onAir: running(world), ...count, timings: timingsOf(world) }
  },
  createKey: ({ keyring, body: { label = '', file = false } }) => makeKeyFor(keyring, label, file),
  revokeKey: ({ keyring, params }) => revokeKey(keyring, params.keyId ?? ''),
  rehearsal: rehearsalState,
  setFault: ({ core, body }) => activeFault(rehearse(core, (draft, moment) => addFault(draft, body, moment))),
  clearFault: ({ core, params }) => clearFault(core, params.faultId ?? ''),
  /** A running scenario continues and may add new faults. */
  clearFaults: ({ core }) => ({ count: core.change((draft, { now }) => removeFaults(draft, now, () => true)) }),
  playScenario({ core, broadcasting, body: { name } }) {
    rehearse(core, (draft, { now }) => playScenario(draft, name, now))
    return rehearsalState({ core, broadcasting })
  },
  stopScenario({ core, broadcasting }) {
    core.change((draft, { now }) => stopScenario(draft, now))
    return rehearsalState({ core, broadcasting })
  },
  setAccount({ core, broadcasting, body: { account } }) {
    rehearse(core, (draft) => setAccountKind(draft, account))
    return rehearsalState({ core, broadcasting })
  },
  setTimings({ core, body }) {
    core.change((draft) => {
      draft.settings[STUDIO] = { ...settingsOf(draft), ...body }
    })
    return timingsOf(core.read())
  },
  setLogin({ core, params, body: { expired } }) {
    const destinationId = params.destinationId ?? ''
    core.change((draft) => setLogin(draft, destinationId, expired))
    return { destinationId, expired }
  },
  /** `getImport` reports the progress. */
  async takeFile({ files, body: { path, mode, folderId = null } }) {
    const { id: fileId, name, type } = await files.take(path, mode, folderId)
    return { fileId, name, type }
  },
  createFolder({ files, body }) {
    const { id: folderId, name } = files.createFolder(body.name, body.type ?? 'video')
    return { folderId, name }
  },
  moveFiles: ({ files, body: { fileIds, folderId } }) => ({ count: files.move(fileIds, folderId) }),
  stopImport({ files, params }) {
    files.arrivals.stop(params.fileId ?? '')
    return { fileId: params.fileId ?? '' }
  },
  cancelEncode({ files, params }) {
    files.encodes.cancel(params.fileId ?? '')
    return { fileId: params.fileId ?? '' }
  },
  servers: ({ core, broadcasting }) => ({
    servers: serversOf(core.read()).map((one) => serverOf(one, broadcasting)),
  }),
  addServer({ core, broadcasting, body: { name, url, key } }) {
    const destinationId = core.change((draft, moment) => addServer(draft, name, url, moment))
    broadcasting.setKey(destinationId, key)
    return serverIn(core, broadcasting, destinationId)
  },
  changeServer({ core, broadcasting, params: { destinationId = '' }, body: { name, url, key } }) {
    requireServer(core.read(), destinationId)
    // One that has no key, or none that its server takes, waits for it; another key would be another stream.
    const isInUse = broadcasting.hasKey(destinationId) && !broadcasting.isKeyRefused(destinationId)
    if (key !== undefined && isInUse) refuseWhileSentTo(core.read(), destinationId)
    if (name !== undefined || url !== undefined) core.change((draft) => changeServer(draft, destinationId, name, url))
    if (key !== undefined) broadcasting.setKey(destinationId, key)
    return serverIn(core, broadcasting, destinationId)
  },
  removeServer({ core, broadcasting, params: { destinationId = '' } }) {
    core.change((draft) => removeServer(draft, destinationId))
    broadcasting.setKey(destinationId, null)
    return { destinationId }
  },
  engine: ({ broadcasting }) => broadcasting.report(),
  quit({ core, quit }) {
    quit()
    return {
      message: 'The studio ends. What runs goes on with its clock when it starts again.',
      onAir: running(core.read()),
    }
  },
}

function serverOf({ id, name, server }: ServerDestination, { hasKey }: Broadcasting) {
  return { destinationId: id, name, url: server.url, hasKey: hasKey(id) }
}

function serverIn(core: Core, broadcasting: Broadcasting, destinationId: string) {
  const server = serversOf(core.read()).find(({ id }) => id === destinationId)
  if (!server) throw new HttpProblem(404, 'DESTINATION_NOT_FOUND', `There is no server ${destinationId}.`)
  return serverOf(server, broadcasting)
}

function running(world: World): AdministrationAnswer<'summary'>['onAir'] {
  return Object.values(world.lives).map(({ projectId, liveId, status }) => {
    return { projectId, projectName: world.projects[projectId]?.name ?? '', liveId, status }
  })
}
