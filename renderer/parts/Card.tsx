import { type ReactNode, useId } from 'react'

interface Props {
  heading: string
  /** Stands at the end of the heading's line. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A titled part of the screen. */
export function Card({ heading, aside, className = '', children }: Props) {
  const id = useId()
  return (
    <section className={`card ${className}`} aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{heading}</h2>
        {aside !== undefined && <div className="card-aside num">{aside}</div>}
      </div>
      {children}
    </section>
  )
}
