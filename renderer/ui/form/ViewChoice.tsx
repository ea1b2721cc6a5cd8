import type { ReactNode } from 'react'
import { CHOICE_WORDS } from '../../../shared/words/panel/appearance.ts'
import type { ViewPreferences } from '../../store/preferenceRules.ts'
import { useChoose, useViewPreferences } from '../../store/useViewPreferences.tsx'
import { Segmented } from './Segmented.tsx'

interface Props {
  name: keyof ViewPreferences
  /** Shorter labels, and no description, for places with little space. */
  short?: { options: Readonly<Record<string, string>>; signs?: Readonly<Record<string, ReactNode>> }
}

/** One view preference, stored in this browser. */
export function ViewChoice({ name, short }: Props) {
  const choose = useChoose()
  const value = useViewPreferences(({ choices }) => choices[name])
  const { name: text, about, options } = CHOICE_WORDS[name]
  const drawn = short ? { ...short, inLine: true } : { about, options }
  return <Segmented<string> name={text} {...drawn} value={value} onChoose={(key) => choose({ [name]: key })} />
}
