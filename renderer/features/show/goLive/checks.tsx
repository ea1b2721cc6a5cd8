import type { ReactNode } from 'react'
import { type AppState, isRunning, isScheduled, type ProjectState } from '../../../../shared/state.ts'
import { checkFaults, isStopLate } from '../../../../shared/view/checkFaults.ts'
import { destinationsOf, faultOf, NEVER_CONTACTED } from '../../../../shared/view/destinations.ts'
import { servicePage } from '../../../../shared/view/reasons.ts'
import { capitalised, isScheduledFor } from '../../../../shared/words/format.ts'
import { CHECK_ROWS, EMPTY } from '../../../../shared/words/labels.ts'
import { PROVIDER_WORDS } from '../../../../shared/words/projects/destinations.ts'
import * as words from '../../../../shared/words/show/check.ts'
import { addressOf } from '../../../store/address.ts'
import { Outward } from '../../../ui/icons/icons.tsx'
import { checkedText } from './CheckSheet.tsx'

/** One item of the check sheet. */
export interface Check {
  id: keyof typeof words.CHECK_TERMS
  /** Whether there is a known fault. */
  bad: boolean
  /** Null: still loading. */
  head: string | null
  more?: ReactNode
  /** When it was read, in wall-clock ms; null: not yet. */
  readAt: number | null
  /** Renders the fix. @param className `main` for the first fix of the sheet */
  remedy?: (className: string) => ReactNode
  children?: ReactNode
}

/** The destinations, and whether each login is valid, as far as that can be checked. */
export function destinationsCheck(target: ProjectState, state: AppState, now: number): Check {
  const all = destinationsOf(target)
  const check = { id: 'destinations', readAt: target.settings?.readAt ?? null } as const
  if (all === null) return { ...check, bad: false, head: null }
  if (all.length === 0) {
    const href = addressOf('projects', { project: target.id })
    const remedy = (className: string) => (
      <a className={`button ${className}`} href={href}>
        {words.CHECK_NAMES.projects}
      </a>
    )
    return { ...check, bad: true, head: words.CHECK_WORDS.noDestinations, remedy }
  }
  const page = servicePage(state.service)
  const bad = all.some((one) => faultOf(target, one) !== null)
  const remedy =
    page &&
    ((className: string) => (
      <a className={`button ${className}`} href={page} target="_blank" rel="noreferrer">
        {words.CHECK_NAMES.renew}
        <Outward />
      </a>
    ))
  return {
    ...{
      ...check,
      bad,
      readAt: null,
      head: capitalised(checkedText(target, all, now)),
    },
    ...(bad && remedy && { remedy }),
    children: (
      <ul className="sheet-logins">
        {all.map((one, index) => {
          const login = loginOf(target, one)
          return (
            // The service does not guarantee ids, and names may repeat.
            <li key={one.id ?? `${index} ${one.name}`} data-look={login}>
              <span className="sign" aria-hidden="true" />
              <span className="clip" title={one.name}>
                {one.name || EMPTY.nameless}
              </span>
              <small>
                {PROVIDER_WORDS[one.provider]}, {words.LOGIN_WORDS[login]}
              </small>
            </li>
          )
        })}
      </ul>
    ),
  }
}

type Outlet = NonNullable<ReturnType<typeof destinationsOf>>[number]

function loginOf(target: ProjectState, outlet: Outlet): keyof typeof words.LOGIN_WORDS {
  if (faultOf(target, outlet) !== null) return 'expired'
  if (NEVER_CONTACTED.has(outlet.provider)) return 'cannot'
  return outlet.id !== null && target.check?.results[outlet.id] ? 'valid' : 'unasked'
}

/** When a show started now would end, and what forces it to. */
export function endOfStart(
  { settings, nextScheduleAt }: ProjectState,
  { meanings }: Pick<AppState, 'meanings'>,
  now: number,
): { at: number; more: string } | null {
  if (!settings) return null
  const seconds = settings.manual ? meanings.manualEnds : settings.planned
  const ms = seconds === null ? null : seconds * 1_000
  const at = ms === null ? Number.POSITIVE_INFINITY : now + ms
  if (nextScheduleAt !== null && nextScheduleAt > now && nextScheduleAt < at)
    return { at: nextScheduleAt, more: words.endBySchedule(ms) }
  if (ms === null) return { at, more: '' }
  return { at, more: settings.manual ? words.endByService(ms) : words.endByPlan(ms) }
}

/** The check of a planned date, which prevents an earlier start; empty if there is none. */
export function scheduledChecks(target: ProjectState): Check[] {
  if (!isScheduled(target)) return []
  const head = isScheduledFor(target.name, target.nextScheduleAt)
  const remedy = (className: string) => (
    <a className={`button ${className}`} href={addressOf('schedule', { project: target.id })}>
      {words.CHECK_NAMES.schedule}
    </a>
  )
  return [{ id: 'date', bad: true, head, more: words.CHECK_WORDS.waits, readAt: target.live?.readAt ?? null, remedy }]
}

/** An earlier Stop without a reply, which would end this broadcast. */
export const lateChecks = (target: ProjectState, now: number): Check[] =>
  isStopLate(target, now) ? [{ id: 'late', bad: true, ...words.LATE_STOP, readAt: target.live?.readAt ?? null }] : []

export function endCheck(target: ProjectState, state: AppState, now: number): Check {
  const end = endOfStart(target, state, now)
  const { settings } = target
  const open = settings?.manual ? words.CHECK_WORDS.untilStopped : words.CHECK_WORDS.endNotKnown
  const head = end && (Number.isFinite(end.at) ? words.endsAt(end.at, now) : open)
  return { id: 'end', bad: false, head, more: end?.more, readAt: settings?.readAt ?? null }
}

/** Whether the core knows faults that prevent a start. Starting anyway must then say so. */
export const startFaults = (target: ProjectState, state: AppState, now: number): boolean =>
  checkFaults(target, now, null, state.openings[target.id] ?? null).length > 0

/** The name of the scene that the show begins with; null: none, or not read. */
export function firstScene(target: ProjectState, state: AppState): string | null {
  const opening = state.openings[target.id]
  return opening?.name ?? target.scenes?.find(({ isActive }) => isActive)?.name ?? null
}

export const sceneText = (target: ProjectState, state: AppState): string =>
  firstScene(target, state) ?? (target.scenes ? CHECK_ROWS.noScene : CHECK_ROWS.unread)

export const runs = (target: ProjectState | null): boolean => isRunning(target?.live ?? null)
