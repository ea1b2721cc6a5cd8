import { HEADINGS } from '../../shared/words/labels.ts'
import { Card } from '../parts/Card.tsx'
import { ProjectList } from '../parts/ProjectList.tsx'

/** No show target yet: choosing one is all there is to do. */
export function ChooseScreen() {
  return (
    <div className="narrow">
      <Card heading={HEADINGS.projects}>
        <ProjectList />
      </Card>
    </div>
  )
}
