import { INTERFACE_WORDS, SOURCE_OF } from '../../../shared/words/interface.ts'
import { Card } from '../../ui/Card.tsx'

/** What the three kinds of ground are worth. */
export function Legend() {
  return (
    <Card heading={INTERFACE_WORDS.legend} level={3}>
      <dl className="legend">
        {Object.entries(SOURCE_OF).map(([source, { name, about }]) => (
          <div key={source}>
            <dt>
              <span className="source" data-source={source}>
                {name}
              </span>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
