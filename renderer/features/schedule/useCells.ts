import { type DragEvent, type FocusEvent, type KeyboardEvent, useState } from 'react'
import type { Run } from '../../../shared/schedule/runs.ts'
import { dayAfter, wallOf } from '../../../shared/schedule/zones.ts'
import { useAddress } from '../../store/useAddress.ts'

/** The props of a cell that arrow keys move between: the month has a single tab stop. */
export interface CellProps {
  'data-cell': string
  tabIndex: number
  draggable?: boolean
  onDragStart?(event: DragEvent): void
  onKeyDown?(event: KeyboardEvent): void
  'aria-keyshortcuts'?: string
}

const WEEK = 7
/** Data type of a dragged date: its project and its time. */
const DRAGGED = 'application/x-cuelight-date'
/** The move of each arrow key, in days. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK, ArrowDown: WEEK }

const SHORTCUTS = Object.keys(STEPS)
  .map((key) => `Alt+${key}`)
  .join(' ')

const stepOf = (event: KeyboardEvent): number => {
  const isTurned = getComputedStyle(event.currentTarget).direction === 'rtl' && event.key.match(/Left|Right/)
  return (STEPS[event.key] ?? 0) * (isTurned ? -1 : 1)
}

/**
 * Makes the month one grid for the keyboard, with dates that can be dragged to other days.
 * @param first the cell that Tab leads to initially
 */
export function useCells(first: string, zone: string, runs: readonly Run[]) {
  const { go } = useAddress('schedule')
  const [last, setLast] = useState<string | null>(null)
  // The last focused cell may be gone; one cell must always be reachable.
  const isThere = last?.startsWith('add ') || runs.some(({ key }) => key === last)
  const entry = isThere ? last : first
  const put = (projectId: string, from: string, day: string) => go({ project: projectId, from, day })
  const grid = {
    onFocus: ({ target }: FocusEvent) => setLast((target as HTMLElement).dataset.cell ?? null),
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
      const to = nextCell(event)
      if (!to) return
      event.preventDefault()
      to.focus()
    },
  }
  const cell = (key: string): CellProps => ({ 'data-cell': key, tabIndex: key === entry ? 0 : -1 })
  function dateCell(run: Run): CellProps {
    if (run.isRunning) return cell(run.key)
    const from = wallOf(run.at, zone)
    return {
      ...cell(run.key),
      draggable: true,
      onDragStart: ({ dataTransfer }) => {
        dataTransfer.setData(DRAGGED, JSON.stringify([run.projectId, from]))
        dataTransfer.effectAllowed = 'move'
      },
      onKeyDown(event) {
        const step = event.altKey ? stepOf(event) : 0
        if (step === 0) return
        event.preventDefault()
        put(run.projectId, from, dayAfter(from.slice(0, 10), step))
      },
      'aria-keyshortcuts': SHORTCUTS,
    }
  }
  const dayProps = (day: string) => ({
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      const [projectId, from] = JSON.parse(event.dataTransfer.getData(DRAGGED) || '[]')
      if (typeof projectId !== 'string' || typeof from !== 'string') return
      event.preventDefault()
      if (!from.startsWith(day)) put(projectId, from, day)
    },
  })
  return { grid, cell, dateCell, dayProps }
}

/** Up and Down move within a day first, then by a week; Left and Right to the next day that has a cell. */
function nextCell(event: KeyboardEvent): HTMLElement | undefined {
  const step = stepOf(event)
  const days = [...event.currentTarget.children].map((day) =>
    [...day.querySelectorAll<HTMLElement>('[data-cell]')].filter((one) => one.checkVisibility()),
  )
  const at = days.findIndex((cells) => cells.includes(event.target as HTMLElement))
  if (at < 0) return undefined
  if (event.key === 'Home' || event.key === 'End') {
    const week = days.slice(at - (at % WEEK), at - (at % WEEK) + WEEK).filter(({ length }) => length > 0)
    return week.at(event.key === 'Home' ? 0 : -1)?.[0]
  }
  if (step === 0) return undefined
  const inDay = days[at] ?? []
  const beside = inDay[inDay.indexOf(event.target as HTMLElement) + Math.sign(step)]
  if (Math.abs(step) === WEEK && beside) return beside
  for (let to = at + step; to >= 0 && to < days.length; to += step) {
    const cells = days[to] ?? []
    if (cells.length > 0) return step === -WEEK ? cells.at(-1) : cells[0]
  }
  return undefined
}
