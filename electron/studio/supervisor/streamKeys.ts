/**
 * The stream keys of the studio's servers: in the system's keychain here, and in the studio's memory. The studio stores
 * none, so each studio that starts is given them.
 */
import type { Clock } from '../../../shared/util/clock.ts'
import { describeKeychain } from '../../../shared/words/accounts/streamKeys.ts'
import type { ServerChanges } from '../../core/commands/ports.ts'
import type { Keychain } from '../../core/keychain/keychain.ts'
import { type AdministrationAddress, AdministrationError, administer } from '../administration/client.ts'

/** The entry of a server in the keychain. */
const accountOf = (destinationId: string) => `stream key ${destinationId}`

/** The list of entries that are to be removed from the keychain as soon as that is possible. It outlives this run. */
export interface ToForget {
  has(account: string): boolean
  /** Resolves once it is stored. */
  mark(account: string, isToForget: boolean): Promise<void>
}

interface Options {
  /** Null: keys are only in the studio's memory. */
  readonly keychain: Keychain | null
  readonly toForget: ToForget
  readonly clock: Clock
  readonly log: (line: string) => void
  /** Called with every key, so that written output can hide it. */
  readonly onSecret: (key: string) => void
}

export type StreamKeys = ReturnType<typeof createStreamKeys>

export function createStreamKeys({ keychain, toForget, clock, log, onSecret }: Options) {
  /** Where the settings cannot be written, that lasts only for this run. */
  const mark = (account: string, isToForget: boolean) =>
    toForget.mark(account, isToForget).catch((error: unknown) => {
      log(`It could not be stored what is to be removed from the keychain: ${String(error)}`)
    })

  async function keep(destinationId: string, key: string): Promise<{ unsaved?: string }> {
    const account = accountOf(destinationId)
    await mark(account, false)
    const answer = (await keychain?.set(account, key)) ?? { is: 'none', message: '' }
    if (answer.is === 'kept') return {}
    // An earlier key that could not be replaced must not return with the next studio.
    await mark(account, true)
    return { unsaved: describeKeychain(answer) }
  }

  /**
   * Gives a studio the key of one server. A key that it does not take is no reason to keep the others from it.
   * @returns whether that is settled: asked again, a locked keychain may answer
   */
  async function giveKey(
    studio: AdministrationAddress,
    { destinationId, name }: { destinationId: string; name: string },
  ) {
    const account = accountOf(destinationId)
    const found = toForget.has(account) ? undefined : await keychain?.get(account, 'quietly')
    if (found?.is !== 'found') {
      log(`The keychain does not give the stream key of "${name}" (${found?.is ?? 'there is none'}).`)
      return found?.is !== 'locked'
    }
    onSecret(found.key)
    try {
      await administer(studio, 'changeServer', { key: found.key }, clock, { destinationId })
      return true
    } catch (error) {
      log(`The studio does not take the stream key of "${name}": ${String(error)}`)
      return error instanceof AdministrationError
    }
  }

  return {
    /**
     * Gives a studio the keys that it does not have. Never rejects, and never makes the system ask the user.
     * @returns whether it has them all
     */
    async handOver(studio: AdministrationAddress): Promise<boolean> {
      try {
        const { servers } = await administer(studio, 'servers', undefined, clock)
        const given = []
        for (const server of servers) given.push(server.hasKey || (await giveKey(studio, server)))
        return given.every(Boolean)
      } catch (error) {
        log(`The studio could not be given its stream keys: ${String(error)}`)
        return false
      }
    },
    async add(studio: AdministrationAddress, name: string, url: string, key: string) {
      onSecret(key)
      const added = await administer(studio, 'addServer', { name, url, key }, clock)
      return { destinationId: added.destinationId, name: added.name, ...(await keep(added.destinationId, key)) }
    },
    /** Changes a server. A new key takes the place of the one in the keychain once the studio has taken it. */
    async change(studio: AdministrationAddress, destinationId: string, changes: ServerChanges) {
      const { key } = changes
      if (key !== undefined) onSecret(key)
      const { name } = await administer(studio, 'changeServer', changes, clock, { destinationId })
      return { name, ...(key !== undefined && (await keep(destinationId, key))) }
    },
    /** @returns `unsaved`: why the keychain may still have its key, which is removed there as soon as possible */
    async remove(studio: AdministrationAddress, destinationId: string): Promise<{ unsaved?: string }> {
      await administer(studio, 'removeServer', undefined, clock, { destinationId })
      const account = accountOf(destinationId)
      const answer = await keychain?.remove(account)
      const isLeft = answer !== undefined && answer.is !== 'removed'
      await mark(account, isLeft)
      return isLeft ? { unsaved: describeKeychain(answer) } : {}
    },
  }
}
