/**
 * Setup for every test file: what its tests opened is closed after each of them, and their changes to the process,
 * which the next file shares, are undone.
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
