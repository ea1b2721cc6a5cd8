import { HEADINGS } from '../../shared/words/labels.ts'
import { LateProjectList } from '../features/projects/LateProjectList.tsx'
import { Card } from '../ui/Card.tsx'

/** No show target yet: choosing one is all there is to do. */
export function ChooseScreen() {
  return (
    <div className="narrow">
      <Card heading={HEADINGS.projects}>
        <LateProjectList />
      </Card>
    </div>
  )
}
