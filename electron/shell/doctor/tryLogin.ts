/** The doctor's check of starting at login. */
import { type Found, found } from '../../../shared/doctor.ts'
import { INSTALL_WORDS } from '../../../shared/words/desktop/updates.ts'

interface Login {
  read(): { enabled: boolean | null; about: string | null }
  set(on: boolean): Promise<void>
}

/** If off, turns it on and off again. Rejects if the system refuses. An app that is moved first may well do it. */
export async function tryLogin(login: Login): Promise<Found> {
  const { enabled, about } = login.read()
  if (about === INSTALL_WORDS.notInApplications) return found('cannotTell', about)
  if (enabled) return found('works')
  if (about !== null) return found('doesNot', about)
  await login.set(true)
  await login.set(false)
  return found('works')
}
