import { execFile } from 'node:child_process'

const NAME = 'org.freedesktop.secrets'
/** Where keys are put unless somebody says otherwise (Secret Service specification, "Aliases"). */
const PATH = '/org/freedesktop/secrets/aliases/default'
const COLLECTION = 'org.freedesktop.Secret.Collection'

/** One of the two is on every Linux desktop; each prints the property's value. */
const TELLERS: readonly [program: string, args: readonly string[]][] = [
  [
    'dbus-send',
    [
      ...['--session', '--print-reply=literal', '--reply-timeout=2000', `--dest=${NAME}`, PATH],
      ...['org.freedesktop.DBus.Properties.Get', `string:${COLLECTION}`, 'string:Locked'],
    ],
  ],
  ['busctl', ['--user', '--timeout=2', 'get-property', NAME, PATH, COLLECTION, 'Locked']],
]

/**
 * Is the keychain of a Linux desktop locked? Asked on the message bus, because every question to libsecret makes a
 * locked one ask for its password. Null: nobody says, or this system has another kind of keychain.
 */
export async function isLocked(): Promise<boolean | null> {
  if (process.platform !== 'linux') return null
  for (const [program, args] of TELLERS) {
    const said = /\b(true|false)\b/.exec(await printed(program, args))?.[1]
    if (said) return said === 'true'
  }
  return null
}

/** What a program prints; nothing when it fails or is not there. */
function printed(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 3_000 }, (error, stdout) => resolve(error ? '' : stdout))
  })
}
