import { isForReal } from '../../rules/account/servers.ts'
import { secondsOnAir, startLive, stopLive, syncLive } from '../../rules/broadcasts/lives.ts'
import { syncNextRun } from '../../rules/broadcasts/schedules.ts'
import { itemsIn } from '../../rules/projects/items.ts'
import { projectIn } from '../../rules/world/find.ts'
import { liveRecord, startedRecord } from '../../views/live.ts'
import { type Handlers, rehearsalNote } from '../router.ts'

export const liveHandlers: Handlers<'startLive' | 'getLive' | 'stopLive' | 'syncLive'> = {
  async startLive({ core, files, params }) {
    const items = itemsIn(projectIn(core.read(), params.projectId).show)
    const gone = await files.look(items.map(({ fileId }) => fileId))
    return startedRecord(core.change((draft, moment) => startLive(draft, params.projectId, moment, gone)))
  },
  getLive({ core, params, broadcasting }) {
    const world = core.read()
    return liveRecord(world, projectIn(world, params.projectId), core.now(), broadcasting.targets)
  },
  stopLive({ core, params }) {
    const { liveId, liveAt, endedAt } = core.change(
      (draft, moment) => stopLive(draft, params.projectId, moment),
      'storedLater',
    )
    const actualDuration = secondsOnAir(liveAt, endedAt)
    return {
      message: `Stopped.${rehearsalNote(isForReal(core.read(), params.projectId))}`,
      liveId,
      status: 'OFFLINE',
      actualDuration,
    }
  },
  syncLive({ core, params: { projectId } }) {
    const next = core.change((draft) => syncNextRun(draft, projectId))
    const note = rehearsalNote(isForReal(core.read(), projectId))
    if (next) return { success: true, message: `The next date has the project as it is.${note}`, liveId: next }
    const { liveId, edits } = core.change((draft, moment) => syncLive(draft, projectId, moment))
    const did = edits === 0 ? 'Nothing was waiting.' : `Synced ${edits} ${edits === 1 ? 'edit' : 'edits'}.`
    return { success: true, message: `${did}${note}`, liveId }
  },
}
