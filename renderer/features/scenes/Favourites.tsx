import { type ReactNode, useId, useState } from 'react'
import { targetOf } from '../../../shared/state.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { LOOK_WORDS as WORDS } from '../../../shared/words/show/looks.ts'
import { useActions, usePanel, useTarget } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { CloseButton, Dialog } from '../../ui/dialog/Dialog.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Switch } from '../../ui/form/Switch.tsx'
import { Star } from '../../ui/icons/lateIcons.tsx'

export interface FavouriteProps {
  /** How many scenes are favourites. */
  count: number
  /** Only they are shown. */
  isOnly: boolean
  onOnly(isOnly: boolean): void
}

/** Shows only the favourites, once there are some. Never folded: what is hidden by it must be seen to be. */
export function OnlyFavourites({ count, isOnly, onOnly }: FavouriteProps) {
  if (count === 0) return null
  return (
    <Button className="quiet scenes-only" aria-pressed={isOnly} onClick={() => onOnly(!isOnly)}>
      <Star />
      {WORDS.only} <span className="num">{count}</span>
    </Button>
  )
}

/** Marks favourites, for whoever does not know the menu of a tile. */
export function MarkFavourites() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {WORDS.mark}
      </Button>
      {open && <FavouritesDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const spotOf = (sceneId: string) => `edit:favourite ${sceneId}` as const

/** Every scene in the order of the project, so that none moves while others are marked. */
function FavouritesDialog({ onClose }: { onClose(): void }): ReactNode {
  const id = useId()
  const { store, press } = useActions()
  const reason = usePanel(whyNoLink)
  const scenes = useTarget((target) => target?.scenes ?? null) ?? []
  const looks = usePanel(({ state }) => state?.looks[state.targetId ?? ''])
  function set(sceneId: string, favourite: boolean): void {
    const { state } = store.getState()
    const target = state && targetOf(state)
    if (target) void press(spotOf(sceneId), { type: 'setSceneLook', projectId: target.id, sceneId, favourite })
  }
  return (
    <Dialog className="dialog look-dialog" aria-labelledby={id} onClose={onClose}>
      <div className="card-head">
        <h2 id={id}>{WORDS.mark}</h2>
        <CloseButton />
      </div>
      <p className="small">{WORDS.markAbout}</p>
      <ul className="favourites">
        {scenes.map(({ id: sceneId, name }) => (
          <li key={sceneId}>
            <Switch
              name={name || EMPTY.nameless}
              spot={spotOf(sceneId)}
              on={looks?.[sceneId]?.favourite === true}
              onSwitch={(favourite) => set(sceneId, favourite)}
              reason={reason}
              about={WORDS.favouriteAbout}
            />
          </li>
        ))}
      </ul>
      <Answer spots={scenes.map(({ id: sceneId }) => spotOf(sceneId))} />
    </Dialog>
  )
}
