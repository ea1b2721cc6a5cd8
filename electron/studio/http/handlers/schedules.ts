import { cancelSchedule, cancelSchedules, runsOf, scheduleLive } from '../../rules/broadcasts/schedules.ts'
import { projectIn } from '../../rules/world/find.ts'
import { scheduleRecord } from '../../views/live.ts'
import type { Handlers } from '../router.ts'

type Names = 'listSchedules' | 'scheduleLive' | 'cancelSchedules' | 'cancelSchedule'

export const scheduleHandlers: Handlers<Names> = {
  listSchedules({ core, params }) {
    const world = core.read()
    const project = projectIn(world, params.projectId)
    const schedules = runsOf(world, project.id).map((run) => scheduleRecord(world, project, run))
    return { schedules, total: schedules.length }
  },
  scheduleLive({ core, params, body }) {
    const dates = body.dates.map((date) => Date.parse(date))
    const runs = core.change((draft, moment) => scheduleLive(draft, params.projectId, dates, moment))
    const world = core.read()
    const project = projectIn(world, params.projectId)
    return { scheduled: runs.map((run) => scheduleRecord(world, project, run)), count: runs.length }
  },
  cancelSchedules({ core, params }) {
    const cancelled = core.change((draft) => cancelSchedules(draft, params.projectId))
    return { cancelled, failed: 0, message: `Dates cancelled: ${cancelled}.` }
  },
  cancelSchedule({ core, params }) {
    core.change((draft) => cancelSchedule(draft, params.projectId, params.liveId))
    return { cancelled: 1, liveId: params.liveId }
  },
}
