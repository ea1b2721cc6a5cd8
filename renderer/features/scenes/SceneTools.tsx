import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { SEARCH_KEY } from '../../../shared/words/panel/appearance.ts'
import { ORDER_WORDS, SCENE_NAMES, SIZE_WORDS } from '../../../shared/words/show/show.ts'
import { TAKE_WORDS } from '../../../shared/words/show/take.ts'
import { useActions, usePanel, useTarget } from '../../store/context.tsx'
import { Button } from '../../ui/button/PressButton.tsx'
import { openOver } from '../../ui/dialog/openers.ts'
import { SearchField } from '../../ui/form/SearchField.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { ViewChoice } from '../../ui/form/ViewChoice.tsx'
import { drawn } from '../../ui/icons/icons.tsx'
import { GridFine, GridWide, Keyboard, Lines, Search } from '../../ui/icons/lateIcons.tsx'
import { MANY_TO_FIND } from '../../ui/list/arrange.ts'
import { type FavouriteProps, MarkFavourites, OnlyFavourites } from './Favourites.tsx'
import { type MarkerProps, OffscreenMarkers } from './OffscreenMarkers.tsx'
import { type SearchProps, useSearch } from './useSearch.ts'
import './SceneTools.css'
import { SceneLookMenu } from './SceneLook.tsx'

const Sliders = drawn(SlidersHorizontal)

/** Opens the list of keys, which also has its own key on every screen. Hidden if there is no keyboard. */
export function KeysButton() {
  return (
    <Button
      className="quiet square needs-keys"
      aria-label={SCENE_NAMES.keys}
      aria-haspopup="dialog"
      title={SCENE_NAMES.keys}
      onClick={() => openOver('keys')}
    >
      <Keyboard />
    </Button>
  )
}

/** Whether scenes are cued or taken, for all inputs. */
function TakeChoice() {
  const { press } = useActions()
  const take = usePanel(({ state }) => state?.take ?? false)
  return (
    <span title={TAKE_WORDS.about}>
      <Segmented
        name={TAKE_WORDS.name}
        options={TAKE_WORDS.options}
        value={take ? 'take' : 'cue'}
        onChoose={(to) => void press('take', { type: 'setTake', on: to === 'take' })}
        inLine
      />
    </span>
  )
}

const SIZE_SIGNS = { small: <Lines />, medium: <GridFine />, large: <GridWide /> }

export interface HeadProps extends MarkerProps, SearchProps {
  /** Whether there is space for tiles of all sizes. */
  full: boolean
  favourites: FavouriteProps
}

/** Search, arrangement and keys. Folded if space is scarce, so that the tiles come first. */
export default function SceneTools({ field, shown, sought, full, favourites, onSeek, onReveal }: HeadProps) {
  const [open, setOpen] = useState(false)
  const count = useTarget((target) => target?.scenes?.length ?? 0)
  const finds = count > MANY_TO_FIND
  const { input, said, ...listens } = useSearch({ field, shown, sought, count, finds, onSeek, setOpen })
  return (
    <>
      <OffscreenMarkers field={field} shown={shown} onReveal={onReveal} />
      <OnlyFavourites {...favourites} />
      <SceneLookMenu field={field} />
      <Button
        className="quiet square scenes-fold"
        aria-expanded={open}
        aria-label={SCENE_NAMES.arrange}
        title={SCENE_NAMES.arrange}
        onClick={() => setOpen(!open)}
      >
        {finds ? <Search /> : <Sliders />}
      </Button>
      <div className="scenes-tools" data-open={open || undefined}>
        {finds && (
          <SearchField
            ref={input}
            label={SCENE_NAMES.find}
            hint={<kbd className="needs-keys">{SEARCH_KEY}</kbd>}
            value={sought}
            {...listens}
          />
        )}
        <MarkFavourites />
        <TakeChoice />
        <KeysButton />
        <ViewChoice name="sceneOrder" short={{ options: ORDER_WORDS }} />
        {full && <ViewChoice name="sceneSize" short={{ options: SIZE_WORDS, signs: SIZE_SIGNS }} />}
      </div>
      {finds && (
        <p className="scenes-found small num" aria-live="polite" data-open={open || undefined}>
          {said}
        </p>
      )}
    </>
  )
}
