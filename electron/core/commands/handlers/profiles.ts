import type { CommandOf } from '../../../../shared/commands/commands.ts'
import type { Outcome } from '../../../../shared/outcome.ts'
import type { Context } from '../context.ts'
import { type Profiles, Refused } from '../ports.ts'
import { endWelcome } from './local.ts'
import { finished } from './startStop.ts'

/** Who keeps an account has taken the first steps. */
export async function createProfile(command: CommandOf<'createProfile'>, context: Context): Promise<Outcome> {
  const done = await profiles(context).create(command)
  await endWelcome(context)
  return finished(done)
}

export const tryConnection = async (command: CommandOf<'tryConnection'>, context: Context): Promise<Outcome> =>
  finished(await profiles(context).tryOut(command))

export const editProfile = async (command: CommandOf<'editProfile'>, context: Context): Promise<Outcome> =>
  finished(await profiles(context).edit(command))

export const forgetKey = async ({ profileId }: CommandOf<'forgetKey'>, context: Context): Promise<Outcome> =>
  finished(await profiles(context).forgetKey(profileId))

export const testProfile = async ({ profileId }: CommandOf<'testProfile'>, context: Context): Promise<Outcome> =>
  finished(await profiles(context).test(profileId))

export const switchProfile = async ({ profileId }: CommandOf<'switchProfile'>, context: Context): Promise<Outcome> =>
  finished(await profiles(context).use(profileId))

export const removeProfile = async ({ profileId }: CommandOf<'removeProfile'>, context: Context): Promise<Outcome> =>
  finished(await profiles(context).remove(profileId))

export const retryKeychain = async (_: CommandOf<'retryKeychain'>, context: Context): Promise<Outcome> =>
  finished(await profiles(context).retryKeychain())

export const importSettings = async ({ text }: CommandOf<'importSettings'>, context: Context): Promise<Outcome> =>
  finished(await profiles(context).importSettings(text))

function profiles({ ports }: Context): Profiles {
  if (ports.profiles) return ports.profiles
  throw new Refused({ reason: 'notHere' })
}
