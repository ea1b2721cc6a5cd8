import { useState } from 'react'
import type { Answer as Answered } from '../../../shared/contract/operations.ts'
import type { Project } from '../../../shared/contract/records.ts'
import type { SceneContent } from '../../../shared/query/views.ts'
import { BUILD_NAMES, LAYER_ABOUT, layerType, SCENE_WORDS } from '../../../shared/words/build.ts'
import { Padlocked } from '../../ui/icons.tsx'
import { Plus } from '../../ui/lateIcons.tsx'
import { Button } from '../../ui/PressButton.tsx'
import { ServicePage } from '../../ui/ServicePage.tsx'
import { addressOf, useAddress } from './address.ts'
import { LayerForm } from './LayerForm.tsx'
import { NewLayer } from './NewLayer.tsx'
import { Playback } from './Playback.tsx'
import { Playlist } from './Playlist.tsx'

type Layer = SceneContent['layers'][number]

interface Props {
  project: Project
  scene: SceneContent
  scenes: readonly SceneContent[]
}

/** The layers of a scene, and what is in the one that is open: its playlists first. */
export function LayerList({ project, scene, scenes }: Props) {
  const { address, go } = useAddress()
  const [adding, setAdding] = useState(false)
  const open = scene.layers.find(({ id }) => id === address.layer) ?? scene.layers.find(isChangeable)
  return (
    <section className="stack build-layers" aria-label={scene.name}>
      <div className="card-head">
        <h3 className="clip" title={scene.name}>
          {scene.name}
        </h3>
        <Button onClick={() => setAdding(!adding)} aria-expanded={adding}>
          <Plus />
          {BUILD_NAMES.addLayer}
        </Button>
      </div>
      {adding && (
        <NewLayer
          project={project}
          sceneId={scene.id}
          onDone={(layer) => {
            setAdding(false)
            if (layer) go({ scene: scene.id, layer })
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {scene.layers.length === 0 && <p className="empty">{SCENE_WORDS.noLayers}</p>}
      <ul className="ruled" aria-label={BUILD_NAMES.layers}>
        {scene.layers.map((layer) => (
          <li key={layer.id}>
            <a
              className="build-layer"
              href={addressOf({ ...address, scene: scene.id, layer: layer.id })}
              aria-current={layer === open || undefined}
              title={layer.name ?? layerType(layer.type)}
            >
              <span className="clip">{layer.name ?? layerType(layer.type)}</span>
              <small>{layerType(layer.type)}</small>
              {!isChangeable(layer) && <Padlocked />}
            </a>
          </li>
        ))}
      </ul>
      {open && <Opened key={open.id} project={project} layer={open} beside={scene.layers} scenes={scenes} />}
    </section>
  )
}

/** A playlist or a single video; of all others the interface only tells that they are there. */
const isChangeable = ({ type }: Layer) => ['videoPlaylist', 'audioPlaylist', 'video'].includes(type)

interface OpenedProps extends Pick<Props, 'project' | 'scenes'> {
  layer: Layer
  beside: readonly Layer[]
}

function Opened({ project, layer, beside, scenes }: OpenedProps) {
  const { content } = layer
  if (!isChangeable(layer)) {
    return (
      <div className="row">
        <p className="small">{LAYER_ABOUT.readOnly}</p>
        <ServicePage />
      </div>
    )
  }
  if (!content) return <p className="empty">{LAYER_ABOUT.notRead}</p>
  const others = beside.flatMap(({ id, name, type, content: other }) =>
    id !== layer.id && other?.position ? [{ id, name: name ?? layerType(type), box: other.position }] : [],
  )
  return (
    <>
      <LayerForm project={project} layer={content} others={others} scenes={scenes} />
      <Playback project={project} layer={content} />
      {isList(content) && <Playlist project={project} layer={content} />}
    </>
  )
}

const isList = ({ type }: Answered<'getLayer'>) => type !== 'video'
