import { HEADINGS } from '../../../shared/words/labels.ts'
import { TOOLS_NOT_LOADED } from '../../../shared/words/show.ts'
import { useTarget } from '../../store/context.tsx'
import { useLate } from '../../ui/late.tsx'
import type { HeadProps } from './SceneTools.tsx'

const load = async () => (await import('./SceneTools.tsx')).default

/** The line above the tiles. Its room is there from the start; its tools come once the tiles are drawn. */
export function SceneHead(props: HeadProps) {
  const Tools = useLate(load)
  const count = useTarget((target) => target?.scenes?.length ?? 0)
  return (
    <header className="scenes-head">
      <div className="scenes-title">
        <h2>{HEADINGS.scenes}</h2>
        <span className="small scenes-count num" aria-hidden="true">
          {count}
        </span>
      </div>
      {Tools === 'failed' ? <p className="small">{TOOLS_NOT_LOADED}</p> : Tools && <Tools {...props} />}
    </header>
  )
}
