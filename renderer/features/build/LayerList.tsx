import { useState } from 'react'
import type { Answer as Answered } from '../../../shared/contract/operations.ts'
import type { Project } from '../../../shared/contract/records.ts'
import type { SceneContent } from '../../../shared/query/views.ts'
import { beside } from '../../../shared/words/format.ts'
import { BUILD_NAMES, LAYER_ABOUT, LIST_WORDS, layerType, SCENE_WORDS } from '../../../shared/words/projects/build.ts'
import { useAddress } from '../../store/useAddress.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { ServicePage } from '../../ui/button/ServicePage.tsx'
import { Padlocked } from '../../ui/icons/icons.tsx'
import { Plus } from '../../ui/icons/lateIcons.tsx'
import { Place } from './Canvas.tsx'
import { LayerForm } from './LayerForm.tsx'
import { NewLayer } from './NewLayer.tsx'
import { Playback } from './Playback.tsx'
import { Playlist } from './Playlist.tsx'

type Layer = SceneContent['layers'][number]

interface Props {
  project: Project
  scene: SceneContent
  open: Layer | undefined
  scenes: readonly SceneContent[]
}

/** The layers of a scene, and the frame with the open layer's position. */
export function LayerList({ project, scene, open }: Omit<Props, 'scenes'>) {
  const { go, to } = useAddress('build')
  const [adding, setAdding] = useState(false)
  const others = scene.layers.flatMap(({ id, name, type, content }) =>
    id !== open?.id && content?.position ? [{ id, name: name ?? layerType(type), box: content.position }] : [],
  )
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
            if (layer) go({ project: project.id, scene: scene.id, layer })
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {scene.layers.length === 0 && <p className="empty">{SCENE_WORDS.noLayers}</p>}
      <ul className="ruled" aria-label={BUILD_NAMES.layers}>
        {scene.layers.map((layer) => (
          <li key={layer.id}>
            <a
              className="list-row build-layer"
              href={to({ project: project.id, scene: scene.id, layer: layer.id })}
              aria-current={layer === open || undefined}
              title={layer.name ?? layerType(layer.type)}
            >
              <span className="clip">{layer.name ?? layerType(layer.type)}</span>
              <small className="num">{aboutOf(layer)}</small>
              {!isChangeable(layer) && <Padlocked />}
            </a>
          </li>
        ))}
      </ul>
      {open?.content && <Place key={open.id} project={project} layer={open.content} others={others} />}
    </section>
  )
}

/** Playlists and single videos; for other layers the service reports only that they exist. */
const isChangeable = ({ type }: Layer) => ['videoPlaylist', 'audioPlaylist', 'video'].includes(type)

/** The open layer: the one in the address, otherwise the first that can be changed. */
export const openedOf = ({ layers }: SceneContent, layerId: string | null): Layer | undefined =>
  layers.find(({ id }) => id === layerId) ?? layers.find(isChangeable)

interface InspectorProps extends Pick<Props, 'project' | 'scenes'> {
  layer: Layer
}

/** The content and playback of the open layer. */
export function Inspector({ project, layer, scenes }: InspectorProps) {
  const { content } = layer
  const name = layer.name ?? layerType(layer.type)
  return (
    <section className="stack build-inspector" aria-label={BUILD_NAMES.opened}>
      <div className="card-head">
        <h3 className="clip" title={name}>
          {name}
        </h3>
        <small>{layerType(layer.type)}</small>
      </div>
      {!isChangeable(layer) ? (
        <div className="row">
          <p className="small">{LAYER_ABOUT.readOnly}</p>
          <ServicePage />
        </div>
      ) : content ? (
        <>
          <LayerForm project={project} layer={content} scenes={scenes} />
          <Playback project={project} layer={content} />
          {isList(content) && <Playlist project={project} layer={content} canUndo={layer.canUndo} scenes={scenes} />}
        </>
      ) : (
        <p className="empty">{LAYER_ABOUT.notRead}</p>
      )}
    </section>
  )
}

/** The type of a layer, and how many files it contains. */
const aboutOf = ({ type, content }: Layer): string =>
  beside([layerType(type), content?.settings.files ? LIST_WORDS.total(content.settings.files.length, null) : null])

const isList = ({ type }: Answered<'getLayer'>) => type !== 'video'
