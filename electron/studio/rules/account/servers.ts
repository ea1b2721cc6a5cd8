/**
 * Destinations that the studio really sends to: servers of the user's, and the watch page, which is always there. All
 * others are examples: a project broadcasts if it is sent anywhere, and is a rehearsal otherwise.
 */
import { WATCH_PAGE_NAME } from '../../../../shared/words/show/watch.ts'
import { find, Refusal } from '../world/find.ts'
import type { Destination, Moment, Project, World, WorldDraft } from '../world/world.ts'
import { requireDestinations } from './destinations.ts'

/** Destinations that are sent to, each with its address. */
export type ServerDestination = Destination & { readonly server: { readonly url: string } }

const isServer = (destination: Destination | undefined): destination is ServerDestination =>
  destination !== undefined && destination.server !== null

/** All servers of the account. */
export const serversOf = (world: World): ServerDestination[] => Object.values(world.destinations).filter(isServer)

/** The servers among these destinations, by their ids. */
export const serversAmong = (world: World, ids: readonly string[]): ServerDestination[] =>
  ids.map((id) => find(world.destinations, id)).filter(isServer)

/** The id of the watch page: the same in every studio, so that a project can be made for it anywhere. */
export const WATCH_PAGE = 'watchpage'

/** Whether a destination is the page on which this computer's browsers watch. It has no address and no key. */
export const isWatchPage = ({ id }: { readonly id: string }): boolean => id === WATCH_PAGE

/** Adds the watch page where it is missing: in a new studio, and in one of an earlier version. */
export function addWatchPage(world: WorldDraft): void {
  world.destinations[WATCH_PAGE] ??= {
    // The oldest one, so that it comes last in lists and never before what the user has added.
    ...{ id: WATCH_PAGE, name: WATCH_PAGE_NAME, type: 'page', provider: 'local', createdAt: 0, loginExpired: false },
    server: null,
  }
}

/** Whether anything is really sent to one of these destinations. */
export const isSent = (world: World, ids: readonly string[]): boolean =>
  ids.includes(WATCH_PAGE) || serversAmong(world, ids).length > 0

/** @throws Refusal while anything is really broadcast: what is rehearsed would happen to its viewers */
export function refuseWhileReal(world: World): void {
  const live = Object.values(world.lives).find(({ destinations }) => isSent(world, idsOf(destinations)))
  if (!live) return
  const name = find(world.projects, live.projectId)?.name ?? ''
  const message = `"${name}" is really on air, and this would happen to its viewers. Stop it first.`
  throw new Refusal('CONFLICT', message, { projectId: live.projectId })
}

const idsOf = (destinations: readonly { readonly id: string }[]): string[] => destinations.map(({ id }) => id)

/** Whether a project would really be broadcast; for an id of none, whether any project would. */
export function isForReal(world: World, projectId: string | null): boolean {
  const project = projectId === null ? undefined : find(world.projects, projectId)
  const broadcasts = ({ destinationIds }: Project) => isSent(world, destinationIds)
  return project ? broadcasts(project) : Object.values(world.projects).some(broadcasts)
}

/** Adds a server, and returns its id. */
export function addServer(world: WorldDraft, name: string, url: string, { now, newId }: Moment): string {
  const id = newId()
  world.destinations[id] = {
    ...{ id, name, type: 'rtmp', provider: 'rtmp', createdAt: now, loginExpired: false },
    server: { url },
  }
  return id
}

/**
 * @param except a project whose own broadcast does not count
 * @throws Refusal while a broadcast is sent to a server: viewers would lose the picture
 */
export function refuseWhileSentTo(world: World, id: string, except?: string): void {
  const lives = Object.values(world.lives).filter(({ projectId }) => projectId !== except)
  const live = lives.find(({ destinations }) => destinations.some((one) => one.id === id))
  if (!live) return
  const name = find(world.projects, live.projectId)?.name ?? ''
  const server = find(world.destinations, id)?.name ?? ''
  throw new Refusal('CONFLICT', `"${name}" is on air on "${server}". Stop it first.`, { projectId: live.projectId })
}

/** @throws Refusal if another project is sent to one of a project's servers: a stream key takes one stream at a time */
export function refuseTakenServers(world: World, { id, destinationIds }: Project): void {
  for (const server of serversAmong(world, destinationIds)) refuseWhileSentTo(world, server.id, id)
}

/**
 * Changes a server's name or address.
 * @throws Refusal if there is no such server, or its address changes while it is sent to
 */
export function changeServer(world: WorldDraft, id: string, name: string | undefined, url: string | undefined): void {
  requireServer(world, id)
  const destination = find(world.destinations, id)
  if (!destination) return
  destination.name = name ?? destination.name
  if (url === undefined || url === destination.server?.url) return
  refuseWhileSentTo(world, id)
  destination.server = { url }
}

/**
 * Removes a server.
 * @throws Refusal while a project has it: it would silently become a rehearsal, or a project without destinations
 */
export function removeServer(world: WorldDraft, id: string): void {
  requireServer(world, id)
  const projects = Object.values(world.projects).filter(({ destinationIds }) => destinationIds.includes(id))
  if (projects.length > 0) {
    const names = projects.map(({ name }) => `"${name}"`).join(', ')
    const message = `Still a destination of ${names}. Choose other destinations there first.`
    throw new Refusal('CONFLICT', message, { projectIds: projects.map((project) => project.id) })
  }
  delete world.destinations[id]
}

/** @throws Refusal if there is no such server */
export function requireServer(world: World, id: string): void {
  const [destination] = requireDestinations(world, [id])
  if (isServer(destination)) return
  const message = destination && isWatchPage(destination) ? NO_SERVER.watchPage : NO_SERVER.example
  throw new Refusal('VALIDATION_ERROR', message, { field: 'destinationId' })
}

const NO_SERVER = {
  example: 'This is an example destination: nothing is ever sent to it, so it has no address and no key.',
  watchPage: 'This is the watch page of this computer: it is always there, and needs no address and no key.',
}
