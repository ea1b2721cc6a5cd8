/** The keychain process under Electron. Thin: what it says is judged in `core/keychain`. */
import { utilityProcess } from 'electron'
import { keychainEntry, type StartHelper } from '../core/keychain/helper.ts'

/**
 * A utility process, because the program file cannot be plain Node (its fuses): it has no window, no place in the Dock and
 * no profile of its own, and needs no switch of Chromium's handed on. Only once Electron is ready.
 */
export const keychainProcess: StartHelper = ({ onMessage, onEnd }) => {
  const child = utilityProcess.fork(keychainEntry(), [], { stdio: 'ignore', serviceName: 'cuelight-keychain' })
  child.on('message', onMessage)
  child.once('exit', () => onEnd())
  // A fatal error in there is followed by its end; unheard, it would be a fault of ours (lib/browser/api/utility-process.ts).
  child.on('error', () => {})
  return {
    post: (message) => child.postMessage(message),
    kill: () => void child.kill(),
  }
}
