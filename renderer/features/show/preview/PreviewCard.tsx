import { CHOICE_WORDS } from '../../../../shared/words/panel/appearance.ts'
import { PREVIEW_WORDS as WORDS } from '../../../../shared/words/show/preview.ts'
import { useActions, usePanel, useTarget } from '../../../store/context.tsx'
import { isOnStudio } from '../../../store/place.ts'
import { useViewPreferences } from '../../../store/useViewPreferences.tsx'
import { ViewChoice } from '../../../ui/form/ViewChoice.tsx'
import { Card } from '../../../ui/screen/Card.tsx'
import { late } from '../../../ui/screen/late.tsx'
import './Preview.css'

const screen = <div className="preview-screen" />
/** A script of its own: most shows have no preview. */
const Player = late(async () => (await import('./Player.tsx')).Player, null, screen)

/** A small picture of what is on air, if this browser chose to have one and the watch page is a destination. */
export function PreviewCard() {
  const { preview } = useActions()
  const onStudio = usePanel(isOnStudio)
  const projectId = useTarget((target) => {
    const isWatched = target?.live?.destinations.some((one) => one.provider === 'local' && one.viewingUrl !== null)
    return target?.live?.status === 'LIVE' && isWatched ? target.id : null
  })
  const isChosen = useViewPreferences(({ choices }) => choices.preview === 'on')
  if (!preview || !onStudio || projectId === null) return null
  return (
    <Card
      className="preview"
      heading={WORDS.heading}
      aside={<ViewChoice name="preview" short={{ options: CHOICE_WORDS.preview.options }} />}
    >
      {isChosen && <Player key={projectId} projectId={projectId} />}
    </Card>
  )
}
