import { useState } from 'react'
import { useActions, usePanel } from '../../store/context.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { ProjectList, type Sought } from './ProjectList.tsx'

/** Chooses a project from the list as the show target; a refusal is shown beneath. */
export function ProjectChooser({ onChosen = () => {} }: { onChosen?: () => void }) {
  const { press } = useActions()
  const [sought, setSought] = useState<Sought>({ find: '', state: 'all' })
  const current = usePanel(({ state }) => state?.targetId ?? null)
  async function choose(projectId: string): Promise<void> {
    const answer = await press('target', { type: 'chooseTarget', projectId })
    if (answer?.result === 'done') onChosen()
  }
  return (
    <>
      <ProjectList
        {...sought}
        current={current}
        onSeek={(change) => setSought({ ...sought, ...change })}
        onOpen={(id) => void choose(id)}
      />
      <Answer spots={['target']} />
    </>
  )
}
