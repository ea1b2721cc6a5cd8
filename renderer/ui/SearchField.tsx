import type { ComponentProps, ReactNode } from 'react'
import { Search } from './lateIcons.tsx'
import './Form.css'

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  /** What it finds. There is no room for a label above it: the name stands in the empty field. */
  label: string
  /** At its end, as long as nothing is written in it. */
  hint?: ReactNode
}

/** A field that narrows what is listed beneath it. */
export function SearchField({ label, hint, ...input }: Props) {
  return (
    <div className="search">
      <Search />
      <input type="search" aria-label={label} placeholder={label} {...input} />
      {input.value === '' && hint}
    </div>
  )
}
