import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { NAMES } from '../../../shared/words/labels.ts'
import type { Place } from '../../store/place.ts'
import { Button } from '../button/PressButton.tsx'
import { useEscape } from '../button/usePageKey.ts'
import { Boundary } from '../feedback/Boundary.tsx'
import './Screen.css'

interface Props extends Omit<ComponentProps<'div'>, 'title' | 'about' | 'className'> {
  place: Place
  title: string
  /** Beneath the title. */
  about?: ReactNode
  /** At the end of the head's line. */
  tools?: ReactNode
  /** Closes what is open over the screen, if anything is. */
  onEscape?: () => void
}

/** A screen: its head with its tools, and what it is about. */
export function Screen({ place, title, about, tools, onEscape = nothing, children, ...rest }: Props) {
  useEscape(onEscape)
  return (
    <div {...rest} className={`page ${place}-screen`}>
      <div className="screen-head">
        <div>
          <h2>{title}</h2>
          {about}
        </div>
        {tools && <div className="row">{tools}</div>}
      </div>
      {children}
    </div>
  )
}

const nothing = () => {}

interface PanesProps {
  /** The list. */
  children: ReactNode
  /** The id of what is open; null: nothing. */
  open: string | null
  /** What is beside the list. Without space for both, it replaces the list while something is open. */
  pane: ReactNode
  /** The pane is the larger part, and shows something even if nothing is open. */
  isWide?: boolean
  /** The attribute of a row that holds its id: when the pane closes, the focus returns to the row that was open. */
  row?: string
  className?: string
}

/** A list, and beside it what is open of it. If one of the two breaks, the other stays. */
export function Panes({ children, open, pane, isWide = false, row, className = '' }: PanesProps) {
  const before = useRef(open)
  useEffect(() => {
    const left = before.current
    before.current = open
    if (row === undefined || left === null || open !== null) return
    document.querySelector<HTMLElement>(`[${row}="${CSS.escape(left)}"]`)?.focus()
  }, [row, open])
  return (
    <div className={`panes ${className}`} data-open={open !== null || undefined} data-wide={isWide || undefined}>
      <Boundary>{children}</Boundary>
      <Boundary key={open}>{pane}</Boundary>
    </div>
  )
}

interface PaneProps extends Omit<ComponentProps<'section'>, 'about'> {
  /** The id of its heading. */
  id: string
  heading: string
  /** Beneath the heading. */
  about?: ReactNode
  /** The label of the button that closes it. */
  close?: string
  onClose(): void
  /** Given by a pane that moves the focus itself. */
  headingRef?: RefObject<HTMLHeadingElement | null>
}

/** What is open beside a list, under its own heading. If the list is hidden to make space for it, it takes the focus. */
export function Pane({
  id,
  heading,
  about,
  close = NAMES.close,
  onClose,
  headingRef,
  className = '',
  children,
  ...rest
}: PaneProps) {
  const own = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const row = own.current?.closest('.panes')?.querySelector(':scope > :first-child [tabindex="0"]')
    if (!row?.checkVisibility()) own.current?.focus()
  }, [])
  return (
    <section {...rest} className={`stack pane ${className}`} aria-labelledby={id}>
      <div className="card-head">
        <h3 id={id} ref={headingRef ?? own} tabIndex={-1}>
          {heading}
        </h3>
        <Button onClick={onClose}>{close}</Button>
        {about && <p className="small num">{about}</p>}
      </div>
      {children}
    </section>
  )
}
