import { useEffect } from 'react'
import { useKeptDraft } from '../../store/drafts.ts'

const NOTHING = {}

/**
 * A form for something that exists, or is to be made: the fields as they are now, with what the user changed and has
 * not sent. That outlives the form (`store/drafts.ts`). It is dropped once it is saved, or once someone else has made
 * the same change, so that later changes elsewhere show.
 *
 * @param key what it edits
 * @param now the fields as last read; of something new, its defaults
 */
export function useEditForm<Fields extends object>(key: string, now: Fields) {
  const { draft, keep, forget: empty } = useKeptDraft<Partial<Fields>>(key, NOTHING)
  /** The values that the changed fields had when the user began to edit them. */
  const { draft: base, keep: keepBase, forget: forgetBase } = useKeptDraft<Partial<Fields>>(`${key} base`, NOTHING)
  const changed = only(draft, (field) => !isSame(draft[field], now[field]))
  const names = namesIn(changed)
  /** The fields that would be overwritten although someone else has changed them since the user began to edit them. */
  const elsewhere = names.filter((field) => field in base && !isSame(base[field], now[field]))
  function forget(): void {
    empty()
    forgetBase()
  }
  useEffect(() => {
    if (names.length === 0 && Object.keys(draft).length > 0) forget()
  })
  return {
    fields: { ...now, ...draft },
    /** The fields that differ from the current ones: only these are sent. */
    changed,
    isChanged: names.length > 0,
    elsewhere,
    fill(change: Partial<Fields>): void {
      keepBase((before) => ({ ...only(now, (field) => field in change), ...before }))
      keep((before) => ({ ...before, ...change }))
    },
    forget,
    /** What was changed while it was being saved stays in the draft. */
    saved(): void {
      keep((before) => only(before, (field) => !(field in changed && isSame(before[field], changed[field]))))
      keepBase((before) => only(before, (field) => !(field in changed)))
    },
    /** Takes what someone else changed instead of what was typed. */
    takeTheirs: () => keep((before) => ({ ...before, ...only(now, (field) => elsewhere.includes(field)) })),
    /** The user has seen what someone else changed, and overwrites it. */
    keepMine: () => keepBase((before) => ({ ...before, ...only(now, (field) => elsewhere.includes(field)) })),
  }
}

/** Whether someone has changed one of these fields since they were read. */
export const isChangedSince = <Fields extends object>(changed: Partial<Fields>, then: Fields, now: Fields): boolean =>
  namesIn(changed).some((field) => !isSame(then[field], now[field]) && !isSame(changed[field], now[field]))

/** The order of a list does not matter. */
const isSame = (one: unknown, other: unknown) => plain(one) === plain(other)
const plain = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)

const namesIn = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[]

const only = <Fields extends object>(fields: Fields, isMeant: (field: keyof Fields) => boolean): Partial<Fields> => {
  const meant = namesIn(fields).filter(isMeant)
  return Object.fromEntries(meant.map((field) => [field, fields[field]])) as Partial<Fields>
}
