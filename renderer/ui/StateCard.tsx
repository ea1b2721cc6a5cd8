import type { ReactNode } from 'react'
import type { StateWords } from '../../shared/words/states.ts'
import './StateCard.css'

interface Props {
  icon: ReactNode
  words: StateWords
  /** `band`: news above the show. `page`: there is no show to see. `part`: in place of what a part would show. */
  look?: 'band' | 'page' | 'part'
  /** Something is wrong, rather than empty or on its way. */
  bad?: boolean
  /** It is not known, and being found out. */
  wait?: boolean
  /** It mostly lasts a moment: it comes only when it does not, so that nothing flashes. */
  brief?: boolean
  /** What changes by the second, on a line of its own: nothing else moves with it. */
  ticks?: ReactNode
  /** At most two things to press, and their answer. */
  children?: ReactNode
}

/** One state that is not "all is well": what happened, what is true now, what to do. Never a bare sign of waiting. */
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
