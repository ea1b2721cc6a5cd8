/**
 * The stream keys of the studio's servers: in the system's keychain here, and in the studio's memory. The studio stores
 * none, so each studio that starts is given them.
 */
import type { Clock } from '../../../shared/util/clock.ts'
import { describeKeychain } from '../../../shared/words/accounts/streamKeys.ts'
import type { Keychain } from '../../core/keychain/keychain.ts'
import { type AdministrationAddress, AdministrationError, administer } from '../administration/client.ts'

/** The entry of a server in the keychain. */
const accountOf = (destinationId: string) => `stream key ${destinationId}`

interface Options {
  /** Null: keys are only in the studio's memory. */
  readonly keychain: Keychain | null
  readonly clock: Clock
  readonly log: (line: string) => void
  /** Called with every key, so that written output can hide it. */
  readonly onSecret: (key: string) => void
}

export type StreamKeys = ReturnType<typeof createStreamKeys>

export function createStreamKeys({ keychain, clock, log, onSecret }: Options) {
  async function keep(destinationId: string, key: string): Promise<{ unsaved?: string }> {
    const answer = (await keychain?.set(accountOf(destinationId), key)) ?? { is: 'none', message: '' }
    return answer.is === 'kept' ? {} : { unsaved: describeKeychain(answer) }
  }

  /**
   * Gives a studio the key of one server. A key that it does not take is no reason to keep the others from it.
   * @returns whether that is settled: asked again, a locked keychain may answer
   */
  async function giveKey(
    studio: AdministrationAddress,
    { destinationId, name }: { destinationId: string; name: string },
  ) {
    const found = await keychain?.get(accountOf(destinationId), 'quietly')
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
    async set(studio: AdministrationAddress, destinationId: string, key: string) {
      onSecret(key)
      const { name } = await administer(studio, 'changeServer', { key }, clock, { destinationId })
      return { name, ...(await keep(destinationId, key)) }
    },
    /** @returns `unsaved`: why the keychain still has its key */
    async remove(studio: AdministrationAddress, destinationId: string): Promise<{ unsaved?: string }> {
      await administer(studio, 'removeServer', undefined, clock, { destinationId })
      const answer = await keychain?.remove(accountOf(destinationId))
      return !answer || answer.is === 'removed' ? {} : { unsaved: describeKeychain(answer) }
    },
  }
}
