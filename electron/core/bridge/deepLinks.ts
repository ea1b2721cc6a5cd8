import { linkCommand } from '../../../shared/intents/deepLinks.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import type { Core } from '../core.ts'

/**
 * Carries out what a deep link asks for in this state, or refuses it: from the source `link`, so that it arms at most.
 *
 * @param id made by who hands the link over: the same id is the same opening
 * @param url unknown until read
 */
export async function openLink(core: Pick<Core, 'store' | 'dispatch'>, id: string, url: unknown): Promise<Outcome> {
  const meant = linkCommand(url, core.store.get())
  return 'reason' in meant ? { result: 'refused', refusal: meant } : core.dispatch(id, meant, 'link')
}
