import { type ComponentProps, type KeyboardEvent, type ReactNode, useCallback, useId, useRef } from 'react'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { isWaiting, whyNoLink, whyNotHere } from '../../store/reasons.ts'
import type { FeedbackId } from '../../store/submissions.ts'
import { usePageKey } from './usePageKey.ts'

/** A button, quiet by default. @param of tells buttons of the same name apart for screen readers */
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
  /** The exact accessible name. */
  name: string
  spot: FeedbackId
  onPress(): void
  /** Why it does nothing now. The button stays focusable, and shows the reason when clicked. */
  reason?: string | null | undefined
  about?: string | null | undefined
  className?: string
  /** Its request is pending. */
  busy?: boolean
  /** -1 removes it from the tab order: the keyboard has the same control elsewhere. */
  tabIndex?: number | undefined
  /** A key of the page that clicks it, as the character it types. Must not change. */
  pageKey?: string | undefined
  /** As for `Button`. */
  of?: string
  /** The visible content, if it is more than the name: the name, with the rest hidden from screen readers. */
  children?: ReactNode
}

/** A button that responds to every click: it acts, or shows why it does nothing now. Key repeats are ignored. */
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

/** A button that sends one command, which always needs a link. */
export function CommandButton({ command, reason, ...rest }: Omit<Props, 'onPress'> & { command: CommandInput }) {
  const { press } = useActions()
  const noLink = usePanel(whyNoLink)
  const notHere = usePanel(whyNotHere(command.type))
  const send = () => void press(rest.spot, command)
  return <PressButton {...rest} reason={noLink ?? notHere ?? reason} onPress={send} />
}

/** A held Enter clicks repeatedly: only the first counts. */
export function ignoreRepeat(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault()
}
