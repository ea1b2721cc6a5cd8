import { type ComponentProps, type ReactNode, type RefObject, useId } from 'react'
import { Warning } from './icons.tsx'
import type { Problem } from './useSubmit.ts'
import './Form.css'

interface Props extends Omit<ComponentProps<'input'>, 'ref'> {
  name: string
  label: string
  hint?: ReactNode
  problem: Problem | null
  field?: RefObject<HTMLInputElement | null>
}

/** A field with its name above, and beneath it what it takes or, in its place, what is wrong with it. */
export function Field({ name, label, hint, problem, field, ...input }: Props) {
  const id = useId()
  const about = useId()
  const wrong = problem?.field === name ? problem.text : null
  return (
    <div className="field" data-wrong={wrong !== null || undefined}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        ref={field}
        id={id}
        name={name}
        aria-describedby={about}
        aria-invalid={wrong !== null || undefined}
      />
      <Beneath id={about} wrong={wrong} hint={hint} />
    </div>
  )
}

/** The hint of a field, or what is wrong with it: heard at once. */
export function Beneath({ id, wrong, hint }: { id: string; wrong: string | null; hint?: ReactNode }) {
  if (wrong === null)
    return (
      <p className="small" id={id}>
        {hint}
      </p>
    )
  return (
    <p className="field-wrong" id={id} role="alert">
      <Warning />
      {wrong}
    </p>
  )
}
