import { type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import { targetOf } from '../../../shared/state.ts'
import { PLAIN, SCENE_COLOURS, type SceneLook } from '../../../shared/view/looks.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { LOOK_WORDS as WORDS } from '../../../shared/words/show/looks.ts'
import { useActions, usePanel, useTarget } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { CloseButton, Dialog } from '../../ui/dialog/Dialog.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { Switch } from '../../ui/form/Switch.tsx'
import { tintOf } from '../../ui/list/arrange.ts'
import './SceneLook.css'

/** How long in ms a finger must rest on a tile, if the system does not open a menu itself. */
const LONG_PRESS_MS = 600

/** The menu of a tile: opened by the right button, the menu key, or a long press. */
export function SceneLookMenu({ field }: { field: RefObject<HTMLElement | null> }) {
  const [sceneId, setSceneId] = useState<string | null>(null)
  useEffect(() => (field.current ? onTileMenu(field.current, setSceneId) : undefined), [field])
  const scene = useTarget((target) => target?.scenes?.find(({ id }) => id === sceneId) ?? null)
  if (!scene) return null
  return <LookDialog sceneId={scene.id} name={scene.name || EMPTY.nameless} onClose={() => setSceneId(null)} />
}

/** @returns a function that stops listening */
function onTileMenu(tiles: HTMLElement, open: (sceneId: string) => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let timer: ReturnType<typeof setTimeout> | undefined
  let opened = false
  const sceneOf = (event: Event) =>
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-scene]')?.dataset.scene : undefined
  const ask = (event: Event) => {
    const sceneId = sceneOf(event)
    if (sceneId === undefined) return
    event.preventDefault()
    open(sceneId)
  }
  const cancelPress = () => clearTimeout(timer)
  tiles.addEventListener('contextmenu', ask, { signal })
  tiles.addEventListener(
    'pointerdown',
    (event) => {
      opened = false
      const sceneId = sceneOf(event)
      if (event.pointerType !== 'touch' || sceneId === undefined) return
      timer = setTimeout(() => {
        opened = true
        open(sceneId)
      }, LONG_PRESS_MS)
    },
    { signal },
  )
  for (const end of ['pointerup', 'pointercancel'] as const) window.addEventListener(end, cancelPress, { signal })
  // Releasing the finger that opened the menu must not click the tile.
  const swallow = (event: Event) => {
    if (opened) event.stopPropagation()
    opened = false
  }
  tiles.addEventListener('click', swallow, { signal, capture: true })
  return () => {
    cancelPress()
    listening.abort()
  }
}

const sign = (letter: string): ReactNode => (
  <span className="swatch" style={tintOf(letter)} aria-hidden="true">
    {letter}
  </span>
)
const SIGNS = {
  none: <span aria-hidden="true">–</span>,
  ...Object.fromEntries(SCENE_COLOURS.map((letter) => [letter, sign(letter)])),
} as Record<keyof typeof WORDS.colours, ReactNode>

/** One spot per choice, so that a pending command does not block the others. */
const spotOf = (what: string) => `edit:look ${what}` as const
const SPOTS = ['favourite', ...Object.keys(WORDS.colours)].map(spotOf)

function LookDialog({ sceneId, name, onClose }: { sceneId: string; name: string; onClose(): void }) {
  const id = useId()
  const { store, press } = useActions()
  const reason = usePanel(whyNoLink)
  const look = usePanel(({ state }) => state?.looks[state.targetId ?? '']?.[sceneId]) ?? PLAIN
  function set(what: string, part: Partial<SceneLook>): void {
    const { state } = store.getState()
    const target = state && targetOf(state)
    if (target) void press(spotOf(what), { type: 'setSceneLook', projectId: target.id, sceneId, ...part })
  }
  return (
    <Dialog className="dialog look-dialog" aria-labelledby={id} onClose={onClose}>
      <div className="card-head">
        <h2 id={id} className="clip" title={name}>
          {name}
        </h2>
        <CloseButton />
      </div>
      <Switch
        name={WORDS.favourite}
        spot={spotOf('favourite')}
        on={look.favourite}
        onSwitch={(favourite) => set('favourite', { favourite })}
        reason={reason}
        about={WORDS.favouriteAbout}
      />
      <Segmented
        name={WORDS.colour}
        options={WORDS.colours}
        signs={SIGNS}
        value={look.colour ?? 'none'}
        onChoose={(chosen) => set(chosen, { colour: chosen === 'none' ? null : chosen })}
      />
      <Answer spots={SPOTS} />
      <p className="small">{WORDS.about}</p>
    </Dialog>
  )
}
