/** The keychain process under Electron. A thin layer: `core/keychain` interprets its messages. */
import { utilityProcess } from 'electron'
import { keychainEntry, type StartHelper } from '../core/keychain/helper.ts'

/**
 * A utility process, because the program file cannot run as plain Node (its fuses). It has no window, no Dock icon and
 * no profile of its own, and needs none of Chromium's switches. Only available once Electron is ready.
 */
export const keychainProcess: StartHelper = ({ onMessage, onEnd }) => {
  const child = utilityProcess.fork(keychainEntry(), [], { stdio: 'ignore', serviceName: 'cuelight-keychain' })
  child.on('message', onMessage)
  child.once('exit', () => onEnd())
  // A fatal error in the process is followed by its exit; without this listener it would be a fault of ours
  // (lib/browser/api/utility-process.ts).
  child.on('error', () => {})
  return {
    post: (message) => child.postMessage(message),
    kill: () => void child.kill(),
  }
}
