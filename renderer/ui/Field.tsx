import { type ComponentProps, createContext, type ReactNode, type RefObject, use, useId } from 'react'
import { closeOnEscape } from './Dialog.tsx'
import { Warning } from './icons.tsx'
import type { Problem, useSubmit } from './useSubmit.ts'
import './Form.css'

/** What is wrong in the form around. */
export const ProblemContext = createContext<Problem | null>(null)

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
  of: Pick<ReturnType<typeof useSubmit>, 'form' | 'problem'>
  onSubmit(form: HTMLFormElement): unknown
  onEscape?: () => void
}

/** A form that the core judges: what it finds wrong stands at the field it is about. */
export function Form({ of: { form, problem }, onSubmit, onEscape, className = 'form', ...rest }: FormProps) {
  return (
    <ProblemContext value={problem}>
      <form
        noValidate
        {...rest}
        ref={form}
        className={className}
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit(event.currentTarget)
        }}
        onKeyDown={(event) => onEscape && closeOnEscape(event, onEscape)}
      />
    </ProblemContext>
  )
}

interface Props extends Omit<ComponentProps<'input'>, 'ref'> {
  name: string
  label: string
  hint?: ReactNode
  field?: RefObject<HTMLInputElement | null>
  /** Of a text that may be long. */
  rows?: number
}

/** A field with its name above, and beneath it what it takes or, in its place, what is wrong with it. */
export function Field({ name, label, hint, field, ...input }: Props) {
  const id = useId()
  const about = useId()
  const problem = use(ProblemContext)
  const wrong = problem?.field === name ? problem.text : null
  const Input = (input.rows ? 'textarea' : 'input') as 'input'
  return (
    <div className="field" data-wrong={wrong !== null || undefined}>
      <label htmlFor={id}>{label}</label>
      <Input
        {...input}
        ref={field}
        id={id}
        name={name}
        aria-describedby={about}
        aria-invalid={wrong !== null || undefined}
      />
      <FieldMessage id={about} wrong={wrong} hint={hint} />
    </div>
  )
}

interface SelectProps<Key extends string> extends Omit<ComponentProps<'select'>, 'onChange'> {
  label: string
  /** What can be chosen, in the order it stands in. */
  words: Readonly<Record<Key, string>>
  onChoose?(key: Key): void
}

/** One of a few, with its name above. */
export function Select<Key extends string>({ label, words, onChoose, className = '', ...select }: SelectProps<Key>) {
  const id = useId()
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <select {...select} id={id} onChange={(event) => onChoose?.(event.target.value as Key)}>
        {(Object.entries(words) as [Key, string][]).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The hint of a field, or what is wrong with it: heard at once. */
export function FieldMessage({ id, wrong, hint }: { id: string; wrong: string | null; hint?: ReactNode }) {
  if (wrong === null)
    return (
      <p className="small" id={id}>
        {hint}
      </p>
    )
  return (
    <p className="noted field-wrong" id={id} role="alert">
      <Warning />
      {wrong}
    </p>
  )
}

/**
 * What a number field holds, times `unit` and rounded; undefined when it is empty or not there, `bad` when it holds
 * something that is no number: a browser shows that as empty, and empty means something else.
 */
export function readNumber(form: HTMLFormElement, name: string, unit = 1): number | 'bad' | undefined {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return undefined
  if (field.validity.badInput) return 'bad'
  return field.value === '' ? undefined : roundedUnlessOdd(field.valueAsNumber * unit, unit)
}

/** A count stays as it was typed, so that 1.5 times is refused and not taken for 2. */
function roundedUnlessOdd(value: number, unit: number): number {
  return unit === 1 ? value : Math.round(value)
}
