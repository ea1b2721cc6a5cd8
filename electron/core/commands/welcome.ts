import type { SettingsFile } from '../files/settingsFile.ts'
import type { Store } from '../state/store.ts'

/** Shows the welcome nowhere any more, and at no later start; resolves once that is on disk. */
export async function endWelcome({ store, settings }: { store: Store; settings: SettingsFile }): Promise<void> {
  store.change((draft) => {
    draft.welcome = false
  })
  if (!settings.get().welcomed) await settings.change({ welcomed: true })
}
