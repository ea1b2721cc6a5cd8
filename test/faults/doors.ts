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
    tests: ['test/shell/protocol.test.ts'],
  },
  {
    name: 'built app: ask nobody who speaks',
    file: 'electron/ipc.ts',
    from: 'whyNotOurs(event.senderFrame, page !== null)',
    to: 'null as string | null',
    tests: ['test/e2e/desktop/windows.test.ts'],
  },
]

/** A studio that answers otherwise than the service would, or that is taken for a show. */
export const rehearsal: Fault[] = [
  {
    name: 'studio: show the scene of the project as the one on air',
    file: 'electron/studio/views/live.ts',
    from: 'onAirSceneId: live.onAir.activeSceneId',
    to: 'onAirSceneId: world.projects[live.projectId]?.show.activeSceneId',
    tests: ['test/studio/air.test.ts'],
  },
  {
    name: 'studio: push every edit, auto-sync or not',
    file: 'electron/studio/rules/air.ts',
    from: 'if (project.autoSync) push(world, project, live, now)',
    to: 'push(world, project, live, now)\n  if (project.autoSync) push(world, project, live, now)',
    tests: ['test/studio/air.test.ts'],
  },
  {
    name: 'studio: carry out what is answered 429',
    file: 'electron/studio/http/external.ts',
    from: 'if (!granted) throw rateLimited',
    to: 'if (!granted) await this.#carryOut(asked, account as Account)\n      if (!granted) throw rateLimited',
    tests: ['test/studio/interface.test.ts'],
  },
  {
    name: 'studio: leave out the mark of a rehearsal',
    file: 'electron/studio/http/reply.ts',
    from: '  ...REHEARSAL_HEADER,\n',
    to: '',
    tests: ['test/studio/interface.test.ts'],
  },
  {
    name: 'studio: show a change before it is stored',
    file: 'electron/studio/core.ts',
    from: '    this.#storage.write(changesBetween(this.#world, next))\n    this.#world = next',
    to: '    const before = this.#world\n    this.#world = next\n    this.#storage.write(changesBetween(before, next))',
    tests: ['test/studio/storage.test.ts'],
  },
  {
    name: 'studio: not do what is cut after it was done',
    file: 'electron/studio/http/faults/faultyService.ts',
    from: 'const reply = await this.#external.answer(asked)\n',
    to: "const reply = kind === 'cutAfter' ? NOT_A_WORD : await this.#external.answer(asked)\n",
    tests: ['test/studio/requestFaults.test.ts'],
  },
  {
    name: 'local studio: end what is on air',
    file: 'electron/studio/supervisor/attach.ts',
    from: 'if (onAir.length > 0) log(',
    to: 'if (onAir.length < 0) log(',
    tests: ['test/localStudio/localStudio.test.ts'],
  },
  {
    name: 'cli: let a rehearsal pass for a show',
    file: 'electron/cli/run.ts',
    from: 'if (rehearsal && !typed.json) around.err(REHEARSAL)',
    to: '',
    tests: ['test/cli/seeing.test.ts'],
  },
]
