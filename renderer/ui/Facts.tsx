import type { ReactNode } from 'react'

/** A name, and what it stands for. */
export type Fact = readonly [name: string, value: ReactNode]

/** What something is called, and what it is: a line each. */
export function Facts({ of, className = '' }: { of: readonly Fact[]; className?: string }) {
  return (
    <dl className={`facts ${className}`}>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
