import { nameFor } from '../../../shared/words/connecting.ts'
import { hostOf } from '../../../shared/words/profiles.ts'
import { useActions } from '../../store/context.tsx'

/** Names an account after its host; nobody has that name yet. */
export function useFreeName(): (baseUrl: string) => string {
  const { store } = useActions()
  return (baseUrl) => {
    const profiles = store.getState().state?.profiles ?? []
    return nameFor(hostOf(baseUrl.trim()), new Set(profiles.map(({ name }) => name.toLowerCase())))
  }
}
