import { SCENARIOS } from '../../../shared/rehearsal/rehearsal.ts'
import { SCENARIO_NAMES, type ScenarioName } from '../../../shared/rehearsal/rehearsalKinds.ts'
import { span } from '../../../shared/words/format.ts'
import {
  REHEARSAL_HEADINGS,
  REHEARSAL_NAMES,
  SCENARIO_WORDS,
  scenarioLeft,
} from '../../../shared/words/show/rehearsal.ts'
import { usePanel } from '../../store/context.tsx'
import { useTimed } from '../../store/useTimed.ts'
import { CommandButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Card } from '../../ui/screen/Card.tsx'

/** Scripts of several faults, played as a whole. */
export function Scenarios() {
  return (
    <Card heading={REHEARSAL_HEADINGS.scenarios} level={3}>
      <ul className="scenarios">
        {SCENARIO_NAMES.map((name) => (
          <Scenario key={name} name={name} />
        ))}
      </ul>
      <Answer spots={['scenario']} />
    </Card>
  )
}

function Scenario({ name }: { name: ScenarioName }) {
  const plays = usePanel(({ state }) => state?.rehearsal?.scenario?.name === name)
  const words = SCENARIO_WORDS[name]
  return (
    <li className="box scenario" data-plays={plays || undefined}>
      <p className="cluster scenario-words">
        <b>{words.name}</b> <span className="small num">{span(SCENARIOS[name].lengthMs)}</span>
        <span className="small">{words.about}</span>
      </p>
      {plays && <Progress />}
      <CommandButton
        name={plays ? REHEARSAL_NAMES.end : REHEARSAL_NAMES.play}
        of={words.name}
        spot="scenario"
        command={plays ? { type: 'stopScenario' } : { type: 'playScenario', scenario: name }}
      />
    </li>
  )
}

/** The progress of the running scenario. */
function Progress() {
  const left = useTimed(({ state }, now) => {
    const endsAt = state?.rehearsal?.scenario?.endsAt
    return endsAt === undefined ? null : scenarioLeft(endsAt, now)
  })
  const percent = useTimed(({ state }, now) => {
    const scenario = state?.rehearsal?.scenario
    if (!scenario) return 0
    const done = (now - scenario.startedAt) / Math.max(1, scenario.endsAt - scenario.startedAt)
    return Math.round(Math.min(1, Math.max(0, done)) * 100)
  })
  return (
    <div className="progress">
      <div className="progress-track" aria-hidden="true">
        <span style={{ inlineSize: `${percent}%` }} />
      </div>
      <span className="small num">{left}</span>
    </div>
  )
}
