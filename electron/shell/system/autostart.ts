/** The file by which Linux desktops start a program at login (Desktop Application Autostart and Desktop Entry specifications). */
import { mkdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { readTextIfAny } from '../../util/textFile.ts'

/** Where it lies. */
export function autostartPath(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'cuelight.desktop')
}

/** @param command the program and its arguments */
export async function writeAutostart(path: string, command: readonly string[]): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  await writeFileAtomic(path, entryFor(command))
}

export function removeAutostart(path: string): void {
  rmSync(path, { force: true })
}

/**
 * What the file says now.
 *
 * @returns the line that starts a program at login; null: none is started
 */
export function readAutostart(path: string): string | null {
  const lines = (readTextIfAny(path) ?? '').split('\n').map((line) => line.trim())
  const value = (key: string) => lines.find((line) => line.startsWith(`${key}=`))?.slice(key.length + 1)
  // Desktops turn an entry off by these, and leave the file.
  if (value('Hidden') === 'true' || value('X-GNOME-Autostart-enabled') === 'false') return null
  return value('Exec') ?? null
}

function entryFor(command: readonly string[]): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Cuelight',
    `Exec=${execLine(command)}`,
    'Terminal=false',
  ]
  return `${lines.join('\n')}\n`
}

/**
 * A command as the key Exec takes it. Every argument is quoted, what a shell would read is escaped, a percent sign is
 * doubled; and because the whole is a string value too, each backslash is doubled once more.
 */
export function execLine(command: readonly string[]): string {
  const quoted = command.map((argument) => `"${argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`)
  return quoted.join(' ').replaceAll('\\', '\\\\')
}
