import { linkCommand, readDeepLink } from '../../../shared/intents/deepLinks.ts'
import type { Intent } from '../../../shared/intents/intents.ts'
import type { Core } from '../core.ts'

/**
 * The command of a link in the current state, or why there is none. The project it names is looked up at the service
 * first; if that fails, only Stop uses the name as already known.
 */
export async function intentOfLink(core: Pick<Core, 'store' | 'query'>, url: unknown): Promise<Intent> {
  const link = readDeepLink(url)
  const name = 'ask' in link ? link.project : null
  if (name === null) return linkCommand(url, core.store.get())
  const called = await core.query('projectNamed', { name }).catch(() => null)
  if (called) return linkCommand(url, core.store.get(), called.value)
  const known = linkCommand(url, core.store.get())
  return 'type' in known && known.type !== 'armStop' ? { reason: 'notKnown' } : known
}
