import { requireConsent, requirePlayedFileLog } from '../../rules/account.ts'
import { requireBroadcast } from '../../rules/find.ts'
import { pageOf } from '../../rules/lists.ts'
import { noStatistics } from '../../views/report.ts'
import type { Handlers } from '../handler.ts'

/** What there is to tell of a broadcast. Of a rehearsal, which nobody watched and which played nothing: nothing. */
export const reportHandlers: Handlers<'getStatistics' | 'getPlayedFiles'> = {
  getStatistics({ core, account, params }) {
    requireConsent(account)
    requireBroadcast(core.read(), params.liveId)
    return noStatistics()
  },
  getPlayedFiles({ core, account, params, query }) {
    requirePlayedFileLog(account)
    requireBroadcast(core.read(), params.liveId)
    const { items, total, offset } = pageOf([], query)
    return { rows: items, total, offset }
  },
}
