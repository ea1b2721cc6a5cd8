import type { Fault } from './fault.ts'

/** Who may come in, and where a key may go. */
export const doors: Fault[] = [
  {
    name: 'let a foreign page open the bridge',
    file: 'electron/remote/bridgeServer.ts',
    from: ' || !originIsOurs(request)',
    to: '',
    tests: ['test/remote/panelServer.test.ts'],
    gravest: true,
  },
  {
    name: 'take a token twice',
    file: 'electron/remote/proofs.ts',
    from: '      held.delete(hash)\n',
    to: '',
    tests: ['test/remote/door.test.ts'],
    gravest: true,
  },
  {
    name: 'door: believe any Host',
    file: 'electron/remote/requestGuard.ts',
    from: 'if (!hostIsOurs(request, port)) return { status: 421, text: ACCESS_WORDS.notOurs }',
    to: '',
    tests: ['test/remote/door.test.ts'],
  },
  {
    name: 'door: leave a revoked bridge open',
    file: 'electron/remote/sessions.ts',
    from: 'for (const listener of listeners) listener()',
    to: '',
    tests: ['test/remote/door.test.ts'],
  },
  {
    name: 'service: hand on an echoed key',
    file: 'electron/service/attempt.ts',
    from: 'failure: failureWithoutKey(failure, key, line.keyPrefix)',
    to: 'failure',
    tests: ['test/service/secrets.test.ts'],
  },
  {
    name: 'support: let the path of a start be overridden',
    file: 'shared/contract/override.ts',
    from: "operation.sources.path === 'S'",
    to: 'false',
    tests: ['test/contract/override.test.ts'],
  },
  {
    name: 'keys: take the key along to another origin',
    file: 'electron/core/profiles/changes.ts',
    from: 'if (leaves) keys.drop(profileId)',
    to: '',
    tests: ['test/profiles/keys.test.ts'],
  },
  {
    name: 'keychain: tell the key in a message',
    file: 'electron/core/keychain/answering.ts',
    from: "said.replaceAll(question.key, '[key]')",
    to: 'said',
    tests: ['test/profiles/answering.test.ts'],
  },
  {
    name: 'profiles: switch while something is on air',
    file: 'electron/core/profiles/activeProfile.ts',
    from: "if (name !== undefined) throw new Refused({ reason: 'targetLocked', projectName: name })",
    to: 'void name',
    tests: ['test/profiles/switching.test.ts'],
  },
  {
    name: 'windows: hear a window that is not ours',
    file: 'electron/shell/windows/sender.ts',
    from: "if (!isOurWindow) return 'it is no window of ours'",
    to: '',
    tests: ['test/shell/sender.test.ts'],
  },
  {
    name: 'built app: ask nobody who speaks',
    file: 'electron/ipc.ts',
    from: 'whyNotOurs(event.senderFrame, page !== null)',
    to: 'null as string | null',
    tests: ['test/e2e/desktop/windows.test.ts'],
  },
]
