import type { Licence } from '../../shared/licences.ts'
import type { AppState } from '../../shared/state.ts'
import { desktopState } from './desktopStates.ts'
import type { SetUpState } from './setupSheet.ts'
import { SHEET } from './sheet.ts'
import { appState, arm, liveProject, NOW, offProject } from './states.ts'

/** What a part's licence looks like. */
const MIT = 'Permission is hereby granted, free of charge, to any person obtaining a copy of this software.\n'.repeat(
  9,
)

export const LICENCES: Licence[] = [
  { name: 'react', version: '19.3.1', license: 'MIT', text: MIT },
  { name: 'undici', version: '8.12.4', license: 'MIT', text: MIT },
  {
    name: '@a-rather-long-scope/with-a-rather-long-name-that-goes-on',
    version: '10.20.30-beta.4',
    license: 'BSD-3-Clause OR Apache-2.0',
    text: MIT,
  },
  { name: 'Electron', version: '45.4.1', license: 'MIT', text: '' },
  ...Array.from({ length: 40 }, (_, index) => ({
    name: `part-${index + 1}`,
    version: `1.${index}.0`,
    license: 'ISC',
    text: MIT,
  })),
]

const QUICK = '?page=quick'
const inApp = (state: AppState): AppState => ({ ...state, desktop: desktopState() })
const fault = (nr: number) =>
  ({ fault: 'destination', name: `Channel number ${nr}`, error: 'token expired' }) as const

/** Every state of the panel beside the tray worth a look. */
export const QUICK_SHEET: Record<string, SetUpState> = {
  ...Object.fromEntries(
    Object.entries(SHEET).map(([name, state]) => [`quick-${name}`, { hash: QUICK, state: inApp(state) }]),
  ),
  'quick-starting': {
    hash: QUICK,
    state: inApp(appState(null, { service: { ...appState().service, baseUrl: '' } })),
  },
  'quick-noDesktop': { hash: QUICK, state: appState(liveProject()) },
  'quick-answered': {
    hash: QUICK,
    state: inApp(appState(liveProject())),
    press: ['Break'],
    reply: { result: 'done', done: { what: 'sceneSwitched', sceneName: 'Break', reached: 'notOnAir' } },
  },
  'quick-faults': {
    hash: QUICK,
    state: inApp(appState(offProject())),
    press: ['Go live'],
    reply: {
      result: 'refused',
      refusal: { reason: 'faults', faults: Array.from({ length: 40 }, (_, nr) => fault(nr)) },
    },
  },
  'quick-armedElsewhere': {
    hash: QUICK,
    state: inApp(appState(liveProject(), { arm: arm({ mode: 'press', expires: NOW + 3_000 }) })),
  },
}

export const DESKTOP_SHEET: Record<string, SetUpState> = {}
