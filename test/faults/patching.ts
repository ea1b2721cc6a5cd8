import type { Fault } from './fault.ts'

const plant = (name: string, from: string, to: string): Fault => ({
  name: `patches: ${name}`,
  file: 'renderer/bridge/patching.ts',
  from,
  to,
  tests: ['test/renderer/patching.test.ts'],
})

/** Deliberate faults of our own in how the page follows the core's state. */
export const patchingFaults: Fault[] = [
  plant(
    'change what was there',
    'const copy = Array.isArray(value) ? [...value] : { ...value }',
    'const copy = value',
  ),
  plant('leave a hole in a list', 'container.splice(Number(key), 1)', 'delete container[Number(key)]'),
  plant('let a path lead out of the state', "'__proto__', 'constructor', 'prototype'", "''"),
]
