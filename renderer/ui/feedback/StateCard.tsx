import type { ReactNode } from 'react'
import type { StateWords } from '../../../shared/words/panel/states.ts'
import './StateCard.css'

interface Props {
  icon: ReactNode
  words: StateWords
  /** `band`: news above the show. `page`: replaces the show. `part`: replaces a part of the screen. */
  look?: 'band' | 'page' | 'part'
  /** Something is wrong, rather than empty or pending. */
  bad?: boolean
  /** The state is unknown and being reconciled. */
  wait?: boolean
  /** Usually lasts only a moment: shown with a delay, so that nothing flashes. */
  brief?: boolean
  /** Text that changes every second, on a line of its own so that nothing else moves. */
  ticks?: ReactNode
  /** At most two actions, and their outcome. */
  children?: ReactNode
}

/** One state other than "all is well": what happened, the current state, and what to do. Never just a spinner. */
export function StateCard({
  icon,
  words,
  look = 'band',
  bad = false,
  wait = false,
  brief = false,
  ticks,
  children,
}: Props) {
  const { headline, now, todo } = words
  const Headline = look === 'part' ? 'p' : 'h2'
  return (
    <div
      className="state"
      data-look={look}
      data-bad={bad || undefined}
      data-wait={wait || undefined}
      data-brief={brief || undefined}
    >
      <span className="state-icon">{icon}</span>
      <div className="state-words">
        <Headline className="state-headline">{headline}</Headline>
        <p>
          {now && <span>{now} </span>}
          {todo && <span className="state-todo">{todo} </span>}
        </p>
        {ticks && <p className="num">{ticks}</p>}
      </div>
      {children && <div className="state-acts">{children}</div>}
    </div>
  )
}
