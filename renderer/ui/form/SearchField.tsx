import type { ComponentProps, ReactNode } from 'react'
import { Search } from '../icons/lateIcons.tsx'
import './Form.css'

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  /** The label; without space above the field, it is shown as its placeholder. */
  label: string
  /** Shown at the end of the field while it is empty. */
  hint?: ReactNode
}

/** A field that filters the list beneath it. */
export function SearchField({ label, hint, ...input }: Props) {
  return (
    <div className="search">
      <Search />
      <input type="search" aria-label={label} placeholder={label} {...input} />
      {input.value === '' && hint}
    </div>
  )
}
