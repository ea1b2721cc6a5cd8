/** What a person is notified of. Pure: what differs between two looks at the state, or has come nearer since. */
import type { AppState, ProjectState } from '../../../shared/state.ts'
import { rehearsed } from '../../../shared/words/notifications.ts'
import { ownNews } from './airChanges.ts'
import { commandNews } from './commandChanges.ts'
import type { Look, Told } from './notification.ts'
import { timelyNews } from './timeChanges.ts'

/**
 * News between two looks: nothing that was so at the first one, whatever it is. Another account is another world:
 * between two of them there is no news. Kinds that a person muted are left out.
 */
export function toldBetween(before: Look, after: Look): Told[] {
  if (worldOf(before.state) !== worldOf(after.state)) return []
  const muted = after.state.desktop?.settings.mutedNotifications ?? []
  const all = [...commandNews(before, after), ...pairs(before, after).flatMap((pair) => newsOf(pair, before, after))]
  const news = all.filter(({ kind }) => !muted.includes(kind))
  const settled = new Set(news.flatMap(({ kind, about }) => (kind === 'settled' ? [about] : [])))
  return news
    .filter(({ kind, about }) => !(SAID_BY_SETTLING.includes(kind) && settled.has(about)))
    .map(({ about: _, ...told }) => (after.state.service.rehearsal ? { ...told, ...rehearsed(told) } : told))
}

/** That it runs, or does not, is what settling found out: once is enough. */
const SAID_BY_SETTLING: readonly Told['kind'][] = ['live', 'stopped']

/** What of that is seen and heard at once. A rehearsal is marked by whoever draws it. */
export function alarmsBetween(before: Look, after: Look): Told[] {
  if (before.state.projects === after.state.projects || worldOf(before.state) !== worldOf(after.state)) return []
  const muted = after.state.desktop?.settings.mutedNotifications ?? []
  const news = pairs(before, after).flatMap((pair) => (pair.was === pair.is ? [] : ownNews(pair, before, after)))
  return news.filter(({ kind, alarm }) => alarm && !muted.includes(kind))
}

const worldOf = ({ profileId, service }: AppState) => `${profileId} ${service.baseUrl} ${service.account}`

/** A project as it was and as it is. */
export interface Pair {
  was: ProjectState
  is: ProjectState
}

/** News, and the project it is about. */
export interface News extends Told {
  about: string | null
}

/** One that is new was not seen before: what is so of it may have been so for long. */
function pairs({ state: before }: Look, { state: after }: Look): Pair[] {
  return Object.values(after.projects).flatMap((is) => {
    const was = before.projects[is.id]
    return was ? [{ was, is }] : []
  })
}

function newsOf(pair: Pair, before: Look, after: Look): News[] {
  const told = [
    ...(pair.was === pair.is ? [] : ownNews(pair, before, after)),
    ...timelyNews(pair, before.at, after.at),
  ]
  return told.map((one) => ({ ...one, about: pair.is.id }))
}
