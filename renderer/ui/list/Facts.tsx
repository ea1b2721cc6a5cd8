import type { ReactNode } from 'react'

/** A term and its value. */
export type Fact = readonly [name: string, value: ReactNode]

/** Terms with their values, one per line. */
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
