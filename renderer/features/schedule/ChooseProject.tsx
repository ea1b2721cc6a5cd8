import { lengthOfRun } from '../../../shared/schedule/runs.ts'
import { DATES_WORDS, runsFor } from '../../../shared/words/planning.ts'
import { useProjects } from '../../data/projects.ts'
import { ProjectChoice } from '../../ui/ProjectChoice.tsx'
import { useAddress } from './address.ts'

/** Finds the project that is to have dates, among all of the account. */
export function ChooseProject() {
  const { go } = useAddress()
  return (
    <>
      <p>{DATES_WORDS.choose}</p>
      <ProjectChoice
        useProjects={useProjects}
        about={(project) => runsFor(lengthOfRun(project))}
        onChoose={(project) => go({ project })}
      />
    </>
  )
}
