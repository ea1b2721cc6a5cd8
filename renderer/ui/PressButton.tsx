import { type ComponentProps, type KeyboardEvent, type ReactNode, useCallback, useId, useRef } from 'react'
import type { CommandInput } from '../../shared/commands/commands.ts'
import { useActions, usePanel } from '../store/context.tsx'
import { isWaiting, whyNoLink } from '../store/reasons.ts'
import type { FeedbackId } from '../store/submissions.ts'
import { usePageKey } from './usePageKey.ts'

/** A button, quiet unless told otherwise. @param of whose: by the ear alone several of the same name are told apart by it */
export function Button({
  className = 'quiet',
  of,
  children,
  ...button
}: ComponentProps<'button'> & { of?: string | undefined }) {
  return (
    <button type="button" {...button} className={`button ${className}`}>
      {children}
      {of && <span className="hearable"> {of}</span>}
    </button>
  )
}

interface Props {
  /** The accessible name, exactly. */
  name: string
  spot: FeedbackId
  onPress(): void
  /** Why it does nothing now. It stays reachable, and says so when pressed. */
  reason?: string | null | undefined
  about?: string | null | undefined
  className?: string
  /** What it asked for is still on its way. */
  busy?: boolean
  /** Left out of the order of Tab by -1: the same stands elsewhere for keys. */
  tabIndex?: number | undefined
  /** A key of the page that presses it, by what it writes. Keep it the same. */
  pageKey?: string | undefined
  /** Whose, as of any button. */
  of?: string
  /** What is seen, where that is more than the name: the name, and the rest hidden from screen readers. */
  children?: ReactNode
}

/** A button that answers every press: what it does, or why it does nothing now. Held keys do not count. */
export function PressButton(props: Props) {
  const { name, spot, onPress, reason = null, about = null, busy, className, pageKey, of, children, tabIndex } = props
  const { tell } = useActions()
  const button = useRef<HTMLButtonElement>(null)
  const waits = usePanel(isWaiting(spot))
  usePageKey(
    pageKey,
    useCallback(() => button.current?.click(), []),
  )
  const id = useId()
  const description = [reason, about].filter(Boolean).join(' ')
  return (
    <>
      <Button
        ref={button}
        of={of}
        className={className}
        tabIndex={tabIndex}
        aria-keyshortcuts={pageKey}
        aria-busy={waits || busy || undefined}
        aria-disabled={reason !== null || undefined}
        aria-describedby={description ? id : undefined}
        title={reason ?? about ?? undefined}
        onKeyDown={ignoreRepeat}
        onClick={() => (reason === null ? onPress() : tell(spot, { result: 'inert', why: reason }))}
      >
        {children ?? name}
      </Button>
      {description && (
        <span id={id} hidden>
          {description}
        </span>
      )}
    </>
  )
}

/** A button that sends one command, and needs a link for it whatever else it needs. */
export function CommandButton({ command, reason, ...rest }: Omit<Props, 'onPress'> & { command: CommandInput }) {
  const { press } = useActions()
  const noLink = usePanel(whyNoLink)
  const send = () => void press(rest.spot, command)
  return <PressButton {...rest} reason={noLink ?? reason} onPress={send} />
}

/** A held Enter clicks again and again: only the first counts. */
export function ignoreRepeat(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault()
}
