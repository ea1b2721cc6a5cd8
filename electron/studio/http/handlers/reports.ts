import { refuseIf } from '../../rules/account/account.ts'
import { playsOf } from '../../rules/broadcasts/played.ts'
import { readStatistics } from '../../rules/broadcasts/statistics.ts'
import { find, pageOf, requireBroadcast } from '../../rules/world/find.ts'
import { audienceOf, playedRows, statisticsRecord } from '../../views/statistics.ts'
import type { Handlers } from '../router.ts'

/** Reports on a broadcast. A rehearsal has no viewers, so only what it played is reported. */
export const reportHandlers: Handlers<'getStatistics' | 'getPlayedFiles'> = {
  getStatistics({ core, account, params, query }) {
    refuseIf('noConsent', account)
    return statisticsRecord(readStatistics(core.read(), account, params.liveId, query))
  },
  getPlayedFiles({ core, account, params, query }) {
    refuseIf('noPlayedFileLog', account)
    const world = core.read()
    requireBroadcast(world, params.liveId)
    const live = Object.values(world.lives).find(({ liveId }) => liveId === params.liveId)
    const { plays, earlier } = playsOf(world, live, params.liveId, core.now(), core.playsBefore(params.liveId))
    const past = find(world.broadcasts, params.liveId)
    const rows = playedRows(world, plays, past ? audienceOf(past) : 0)
    const { items, total, offset } = pageOf(rows, query)
    // Each play that is no longer stored had a start and a stop.
    return { rows: items, total: total + 2 * earlier, offset }
  },
}
