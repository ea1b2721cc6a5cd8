import { requireConsent, requirePlayedFileLog } from '../../rules/account.ts'
import { pageOf, requireBroadcast } from '../../rules/find.ts'
import { noStatistics } from '../../views/records.ts'
import type { Handlers } from '../router.ts'

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
