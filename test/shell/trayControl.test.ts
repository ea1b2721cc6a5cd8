/**
 * The tray at run time: redrawn only when it changes; each click is guarded, reaches the service once, and is
 * acknowledged.
 */
import { describe, expect, test } from 'vitest'
import { createAppStore } from '../../electron/core/state/store.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { AppState } from '../../shared/state.ts'
import { ACTIVATE, liveId, onAir, SYNC, stage } from '../core/stage.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { appState, journal, NOW, unsyncedProject } from '../renderer/states.ts'
import { itemOf, labelOf, trayOn, words } from './trayKit.ts'

/** A tray over a state that only the test changes; every command has the given outcome. */
function still(state: AppState = appState(unsyncedProject()), outcome?: Outcome) {
  const clock = new VirtualClock(NOW)
  const store = createAppStore(state)
  const dispatch = async (): Promise<Outcome> => outcome ?? { result: 'refused', refusal: { reason: 'padlocked' } }
  const tray = trayOn({ store, dispatch }, clock)
  tray.drawn.length = 0
  return { ...tray, clock, store }
}

describe('drawing', () => {
  test('nothing is drawn if nothing of the tray changed', () => {
    const { store, drawn, clock } = still()
    store.change((draft) => {
      draft.budget.remaining -= 1
      draft.service.answeredAt = NOW
      draft.journal = journal()
    })
    store.change((draft) => {
      const live = draft.projects.p1?.live
      if (live) Object.assign(live, { readAt: NOW, viewers: 1290 })
    })
    clock.advance(20_000)
    expect(drawn).toEqual([])
  })

  test('only what changed is drawn', () => {
    const { store, drawn } = still()
    store.change((draft) => {
      draft.padlock.locked = true
    })
    expect(drawn.map((parts) => Object.keys(parts))).toEqual([['menu']])
    store.change((draft) => {
      const live = draft.projects.p1?.live
      if (live) live.status = 'PREPARING'
    })
    expect(Object.keys(drawn[1] ?? {}).toSorted()).toEqual(['icon', 'menu', 'title', 'tooltip'])
  })

  test('a reading that gets old is drawn as old, as time passes', () => {
    const { clock, control } = still()
    clock.advance(86_000)
    expect(control.view().icon.tally).toBe('unsynced')
    clock.advance(2_000)
    expect(control.view().icon.tally).toBe('stale')
  })

  test('a tray that a shell lost is drawn whole, changed or not', () => {
    const { control, drawn } = still()
    control.redraw()
    expect(Object.keys(drawn[0] ?? {}).toSorted()).toEqual(['icon', 'menu', 'title', 'tooltip'])
  })

  test('a system that fails to draw stops nothing, is logged, and tried again', () => {
    const { store, drawn, failing, log } = still()
    failing.times = 1
    store.change((draft) => {
      draft.padlock.locked = true
    })
    expect(store.get().padlock.locked).toBe(true)
    expect(log).toEqual([expect.stringContaining('no tray here')])
    store.change((draft) => {
      draft.padlock.locked = false
    })
    expect(Object.keys(drawn[0] ?? {})).toHaveLength(4)
  })

  test('nothing is drawn, and nothing waits, once it is stopped', async () => {
    const { control, store, drawn, clock, press } = still()
    await press('sync')
    control.stop()
    drawn.length = 0
    store.change((draft) => {
      draft.padlock.locked = true
    })
    clock.advance(600_000)
    expect(drawn).toEqual([])
    expect(clock.waiting).toBe(0)
  })
})

describe('outcomes', () => {
  test('a refused click is shown at the top of the menu for a while, and passed on', async () => {
    const { press, control, clock, answers } = still()
    const pressed = press('sync')
    expect(words(control.view())[0]).toBe('Sync: Sent…')
    await pressed
    expect(words(control.view())[0]).toBe('Sync: The padlock is closed. Open it first.')
    expect(answers).toEqual([{ result: 'refused', refusal: { reason: 'padlocked' } }])
    clock.advance(30_000)
    expect(words(control.view())[0]).toBe('On air: Main show')
  })

  test('known faults are shown, with where to go live anyway', async () => {
    const faults: Outcome = { result: 'refused', refusal: { reason: 'faults', faults: [{ fault: 'noActiveScene' }] } }
    const { press, control } = still(appState(), faults)
    await press('goLive')
    expect(words(control.view()).slice(0, 2).join(' ')).toBe(
      'Go live: Not sent: no scene is active. To go live anyway, use the panel.',
    )
  })

  test('an item that the system ticked itself is redrawn, before and after the outcome', async () => {
    const { press, drawn, control } = still()
    await press('autoSync')
    expect(drawn.map((parts) => Object.keys(parts))).toEqual([['menu'], ['menu']])
    expect(itemOf(control.view(), 'autoSync').checked).toBe(false)
  })

  test('of two clicks the later one is shown last', async () => {
    const clock = new VirtualClock(NOW)
    const waiting: ((outcome: Outcome) => void)[] = []
    const store = createAppStore(appState(unsyncedProject()))
    const dispatch = () => new Promise<Outcome>((resolve) => waiting.push(resolve))
    const { press, control } = trayOn({ store, dispatch }, clock)
    const [, second] = [press('sync'), press('autoSync')]
    waiting[0]?.({ result: 'done', done: { what: 'synced', edits: 2 } })
    await breathe()
    expect(words(control.view())[0]).toBe('Auto-sync: Sent…')
    waiting[1]?.({ result: 'done', done: { what: 'autoSync', on: true } })
    await second
    expect(words(control.view())[0]).toBe('Auto-sync is on: changes reach viewers at once.')
  })

  test('the shell’s own items are handled by the shell', () => {
    const { control, asked } = still()
    for (const id of ['panel', 'settings', 'quit', 'watch:0']) control.press(itemOf(control.view(), id))
    expect(asked).toEqual(['panel', 'settings', 'quit', 'https://video.example/1'])
  })
})

describe('a show from the tray', () => {
  async function trayStage() {
    const on = await stage()
    const tray = trayOn(on.rig.core, on.rig.clock)
    return { ...on, ...tray, view: () => tray.control.view() }
  }

  test('goes live in two clicks, and the service sees one start', async () => {
    const { press, view, rig, starts } = await trayStage()
    await press('goLive')
    expect(starts()).toBe(0)
    rig.clock.advance(500)
    await press('goLiveNow')
    expect(starts()).toBe(1)
    await rig.until(() => view().icon.tally === 'live', 'on air')
    expect(labelOf(view(), 'goLive')).toBe('Go live (already running)')
  })

  test('an arm lapses after 10 s, and its second step is not offered any more', async () => {
    const { press, view, rig, starts } = await trayStage()
    await press('goLive')
    rig.clock.advance(9_900)
    expect(labelOf(view(), 'goLiveNow')).toBeDefined()
    rig.clock.advance(200)
    expect(labelOf(view(), 'goLiveNow')).toBeUndefined()
    expect(starts()).toBe(0)
  })

  test('switches, syncs and stops, each sent once', async () => {
    const on = await trayStage()
    await onAir(on)
    const [, , third] = on.rig.show().scenes ?? []
    await on.press(`scene:${third?.id}`)
    expect(on.server.count('POST', ACTIVATE)).toBe(1)
    expect(on.view().icon.tally).toBe('unsynced')
    expect(labelOf(on.view(), `scene:${third?.id}`)).toContain('(NOT YET)')
    await on.press('sync')
    expect(on.server.count('POST', SYNC)).toBe(1)
    await on.press('stop')
    on.rig.clock.advance(500)
    expect(on.stops()).toBe(0)
    await on.press('stopNow')
    expect(on.stops()).toBe(1)
    expect(on.truth()).toBe('off')
  })

  test('the padlock refuses what viewers could see, the tray says so, and may open it', async () => {
    const on = await trayStage()
    await onAir(on)
    await on.press('padlock')
    for (const id of ['stop', 'sync', 'autoSync']) {
      await on.press(id)
      expect(on.answers.at(-1)).toEqual({ result: 'refused', refusal: { reason: 'padlocked' } })
      expect(words(on.view()).join(' ')).toContain('The padlock is closed. Open it first.')
    }
    expect([on.stops(), on.server.count('POST', SYNC)]).toEqual([0, 0])
    await on.press('padlock')
    expect(on.rig.state().padlock.locked).toBe(false)
  })

  test('an item of a menu opened before another broadcast began does nothing to that one', async () => {
    const on = await trayStage()
    const first = await onAir(on)
    const [seenStop, seenSync] = [itemOf(on.view(), 'stop'), itemOf(on.view(), 'sync')]
    on.server.control.stopElsewhere(on.server.content.project)
    await on.rig.until(() => on.rig.tally() === 'off', 'off')
    await onAir(on)
    expect(liveId(on.rig)).not.toBe(first)
    for (const item of [seenStop, seenSync]) {
      const before = on.answers.length
      on.control.press(item)
      await on.rig.until(() => on.answers.length > before, 'the answer')
      expect(on.answers.at(-1)).toMatchObject({ result: 'refused', refusal: { reason: 'otherLive' } })
    }
    expect([on.stops(), on.server.count('POST', SYNC)]).toEqual([0, 0])
  })
})
