import { type ReactNode, useId } from 'react'
import './Segmented.css'

interface Props<Key extends string> {
  name: string
  /** The options by key, in display order. */
  options: Readonly<Record<Key, string>>
  value: Key
  onChoose(key: Key): void
  about?: string
  /** Shown instead of the texts, which remain the accessible names. */
  signs?: Readonly<Record<Key, ReactNode>>
  /** In a line with other controls: the name is only for screen readers. */
  inLine?: boolean
}

/** One of a few options: radio buttons drawn as one bar. Arrow keys move the selection, as usual for radio buttons. */
export function Segmented<Key extends string>({ name, options, value, onChoose, about, signs, inLine }: Props<Key>) {
  const id = useId()
  return (
    <fieldset className="choose" aria-describedby={about ? id : undefined}>
      <legend className={inLine ? 'hearable' : 'choose-name'}>{name}</legend>
      <div className="segments">
        {(Object.entries(options) as [Key, string][]).map(([key, text]) => (
          <label key={key} className="segment" title={signs && text}>
            <input type="radio" name={id} checked={key === value} onChange={() => onChoose(key)} />
            {signs?.[key]}
            <span className={signs && 'hearable'}>{text}</span>
          </label>
        ))}
      </div>
      {about && (
        <p className="small" id={id}>
          {about}
        </p>
      )}
    </fieldset>
  )
}
