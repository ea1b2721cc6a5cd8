import {
  type ChangeEvent,
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useId,
} from 'react'
import { closeOnEscape } from '../dialog/Dialog.tsx'
import { Warning } from '../icons/icons.tsx'
import type { Problem, useSubmit } from './useSubmit.ts'
import './Form.css'

/** The problem of the surrounding form. */
export const ProblemContext = createContext<Problem | null>(null)

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
  of: Pick<ReturnType<typeof useSubmit>, 'form' | 'problem'>
  onSubmit(form: HTMLFormElement): unknown
  onEscape?: () => void
}

/** A form that the core validates: a problem is shown at the field it concerns. */
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
  /** Makes it a text area with this many rows. */
  rows?: number
}

/** A field with its label above, and beneath it a hint or, in its place, the problem. */
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

/** What connects a text field to one of the fields of a form (`useEditForm.ts`). */
export const bound = <Fields extends object>(
  { fields, fill }: { fields: Fields; fill(change: Partial<Fields>): void },
  name: keyof Fields & string,
) => ({
  name,
  value: (fields[name] ?? '') as string,
  onChange: ({ target }: ChangeEvent<HTMLInputElement>) => fill({ [name]: target.value } as Partial<Fields>),
})

interface SelectProps<Key extends string> extends Omit<ComponentProps<'select'>, 'onChange'> {
  label: string
  /** The options, in display order. */
  words: Readonly<Record<Key, string>>
  onChoose?(key: Key): void
}

/** A select with its label above. */
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

/** The hint of a field, or its problem, which screen readers announce immediately. */
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
 * The value of a number field, times `unit` and rounded. Undefined if it is empty or absent; `bad` if its text is not
 * a number: a browser reports such a value as empty, which means something else here.
 */
export function readNumber(form: HTMLFormElement, name: string, unit = 1): number | 'bad' | undefined {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return undefined
  if (field.validity.badInput) return 'bad'
  return field.value === '' ? undefined : roundedUnlessOdd(field.valueAsNumber * unit, unit)
}

/** A count is not rounded, so that 1.5 is refused rather than taken for 2. */
function roundedUnlessOdd(value: number, unit: number): number {
  return unit === 1 ? value : Math.round(value)
}
