import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { PALETTE_WORDS } from '../../../shared/words/panel/palette.ts'
import { useActions } from '../../store/context.tsx'
import { onHashChange } from '../../store/place.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { SearchField } from '../../ui/form/SearchField.tsx'
import { type Entry, useEntries } from './paletteEntries.ts'
import { found } from './paletteSearch.ts'
import './Palette.css'

/** At most this many entries are shown; more typed letters narrow them down. */
const MOST = 40

/**
 * The command palette: finds everything by name, over any screen. It closes when the chosen command is done, and
 * shows the outcome if it failed.
 */
export function Palette({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState('')
  // Nothing is selected until the user types or uses an arrow key: Enter alone does nothing.
  const [at, setAt] = useState(-1)
  const { tell } = useActions()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // The palette belongs to the place it was opened at and closes when the user goes to another one.
  useEffect(() => onHashChange(() => dialog.current?.close()), [])
  const all = found(useEntries(typed), typed)
  const shown = all.slice(0, MOST)
  const current = shown[Math.min(at, shown.length - 1)]

  async function run(entry: Entry | undefined): Promise<void> {
    if (!entry) return
    if (entry.why) return tell('palette', { result: 'inert', why: entry.why })
    entry.lead?.()
    const answer = (await entry.send?.()) as { result?: string } | null | undefined
    if (!entry.send || answer?.result === 'done' || answer?.result === 'armed') dialog.current?.close()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    // By default Escape would only clear the search field.
    if (event.key === 'Escape') {
      event.preventDefault()
      dialog.current?.close()
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && shown.length > 0) {
      event.preventDefault()
      setAt((Math.max(at, step === 1 ? -1 : 0) + step + shown.length) % shown.length)
    }
    if (event.key === 'Enter' && !event.repeat) void run(current)
  }

  return (
    <Dialog ref={dialog} className="dialog palette" aria-label={PALETTE_WORDS.title} onClose={onClose}>
      <SearchField
        label={PALETTE_WORDS.find}
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={current && `${id}-${current.id}`}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(event.target.value.trim() === '' ? -1 : 0)
        }}
        onKeyDown={onKeyDown}
      />
      <Answer spots={['palette']} />
      <Entries id={id} shown={shown} current={current} onRun={(entry) => void run(entry)} />
      <p className="small" aria-live="polite">
        {all.length === 0 ? PALETTE_WORDS.none : all.length > MOST ? PALETTE_WORDS.more : ''}
      </p>
    </Dialog>
  )
}

interface EntriesProps {
  id: string
  shown: readonly Entry[]
  current: Entry | undefined
  onRun(entry: Entry): void
}

/** The entries as one list, each group under its name. */
function Entries({ id, shown, current, onRun }: EntriesProps) {
  const groups = [...new Set(shown.map(({ group }) => group))]
  return (
    <div id={id} className="palette-list" role="listbox" aria-label={PALETTE_WORDS.title}>
      {groups.map((group) => (
        // There is no native element for a group of options in a listbox; this role is the only way.
        // biome-ignore lint/a11y/useSemanticElements: see above
        <div key={group} role="group" aria-label={PALETTE_WORDS.groups[group]}>
          <p className="small" aria-hidden="true">
            {PALETTE_WORDS.groups[group]}
          </p>
          {shown.map(
            (entry) =>
              entry.group === group && (
                // The search field keeps the focus and handles all keys.
                // biome-ignore lint/a11y/useKeyWithClickEvents: see above
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                <div
                  key={entry.id}
                  id={`${id}-${entry.id}`}
                  className="palette-entry clip"
                  role="option"
                  aria-selected={entry === current}
                  title={entry.name}
                  ref={entry === current ? toView : undefined}
                  onClick={() => onRun(entry)}
                >
                  {entry.name}
                  {entry.why && <small> {entry.why}</small>}
                </div>
              ),
          )}
        </div>
      ))}
    </div>
  )
}

const toView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
