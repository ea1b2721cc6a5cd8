import { type ReactNode, useId } from 'react'

interface Props {
  heading: string
  /** Placed at the end of the heading's line. */
  aside?: ReactNode
  className?: string
  /** 3 inside a part of the screen that has its own heading. */
  level?: 2 | 3
  children: ReactNode
}

/** A titled part of the screen. */
export function Card({ heading, aside, className = '', level = 2, children }: Props) {
  const Heading = `h${level}` as const
  const id = useId()
  return (
    <section className={`card ${className}`} aria-labelledby={id}>
      <div className="card-head">
        <Heading id={id}>{heading}</Heading>
        {aside !== undefined && <div className="card-aside small num">{aside}</div>}
      </div>
      {children}
    </section>
  )
}
