/**
 * Set up for every test file: what its tests opened ends with each of them, and what they changed of the process that the
 * next file runs in is put back.
 */
import { afterAll, afterEach, vi } from 'vitest'
import { endAll } from './atEnd.ts'
import { lasting, programsRunning } from './lasting.ts'

const before = { ...process.env }
lasting.programs = programsRunning()

afterEach(endAll)
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.resetConfig()
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
  process.exitCode = undefined
})
