import type { Fault } from './fault.ts'

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
    from: 'if (project.autoSync) push(project, live)',
    to: 'push(project, live)\n  if (project.autoSync) push(project, live)',
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
