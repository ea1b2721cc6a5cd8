import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Where this user's data lies when nobody says otherwise, by each platform's convention.
 *
 * @param app folder name: `cuelight` for the app, `cuelight-studio` for the local studio
 */
export function defaultDataDir(app: string, platform = process.platform, env = process.env): string {
  const home = homedir()
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', app)
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), app)
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), app)
}
