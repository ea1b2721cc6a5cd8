import { HEADINGS } from '../../shared/words/labels.ts'
import { Card } from '../parts/Card.tsx'
import { LateProjectList } from '../parts/LateProjectList.tsx'

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
