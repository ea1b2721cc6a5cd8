/** What the tray shows in every state, and what its items do. */
import { describe, expect, test } from 'vitest'
import { trayView, viewChangesAt } from '../../electron/shell/tray/control.ts'
import type { TrayView } from '../../electron/shell/tray/items.ts'
import { menuTemplate } from '../../electron/shell/tray/template.ts'
import { parseCommand } from '../../shared/commands/commands.ts'
import type { AppState } from '../../shared/state.ts'
import { when } from '../../shared/words/format.ts'
import { appState, arm, liveProject, NOW, offProject, unsyncedProject } from '../renderer/states.ts'
import { allItems, itemOf, labelOf, mapLive, presses, TRAY_STATES, withScenes, words } from './trayKit.ts'

const view = (state: AppState, now = NOW, answer: string | null = null): TrayView => trayView(state, now, answer)
const on = (name: string): TrayView => view(TRAY_STATES[name]?.state ?? appState())
const doesOf = (shown: TrayView, id: string) => itemOf(shown, id).does

describe('its words', () => {
  test('show what is on air, for how long, for how many, and until when', () => {
    expect(words(on('live')).slice(0, 3)).toEqual([
      'On air: Main show',
      'Friday Night · on air for 1 h 42 min · about 1,300 watching',
      'ends in 17 min (planned duration)',
    ])
    expect(on('live').tooltip).toBe(
      'Cuelight · On air: Main show · on air for 1 h 42 min · ends in 17 min · about 1,300 watching',
    )
  })

  test('name what viewers do not see yet', () => {
    expect(labelOf(on('unsynced'), 'sync')).toBe('Sync (2 changes)')
    expect(on('unsynced').tooltip).toContain('2 changes not on air yet')
    expect(labelOf(on('live'), 'sync')).toBe('Sync (viewers see everything)')
  })

  test('mark everything of a rehearsal as one, first of all', () => {
    const shown = on('rehearsal')
    expect(words(shown)[0]).toBe('REHEARSAL: nothing is broadcast')
    expect(shown.tooltip).toMatch(/^REHEARSAL/)
    expect(shown.title).toBe('REHEARSAL')
    expect(shown.icon).toEqual({ tally: 'unsynced', rehearsal: true })
  })

  test('of an old reading claim only how old it is', () => {
    const shown = on('stale')
    expect(shown.tooltip).toBe('Cuelight · No contact. Was live when last seen · last read 3 min ago')
    expect(words(shown).join()).not.toMatch(/on air for|watching|ends in|login/)
    expect(presses(shown).map(({ label }) => label)).not.toContain('Sync (viewers see everything)')
    expect(labelOf(shown, 'scene:s2')).toBe('Main show (WAS ON AIR)')
    expect(itemOf(shown, 'scene:s2').checked).toBeUndefined()
  })

  test('say that a broadcast was ended elsewhere, until the user dismisses that', () => {
    const shown = on('ended elsewhere')
    expect(shown.icon.tally).toBe('off')
    expect(words(shown)[1]).toBe(`Ended elsewhere: ${when(NOW - 12_000)}`)
    expect(shown.tooltip).toContain(`Ended elsewhere: ${when(NOW - 12_000)}`)
    expect(itemOf(shown, 'putAway')).toMatchObject({
      label: 'Dismiss: ended elsewhere',
      does: { command: { type: 'acknowledge', projectId: 'p1' } },
    })
    const late = view(appState({ ...offProject(), lastEnd: { liveId: 'live1', by: 'lateStop', at: NOW } }))
    expect([words(late)[1], itemOf(late, 'putAway').label]).toEqual([
      expect.stringMatching(/^Ended, perhaps by a late Stop of yours: /),
      'Dismiss: ended, perhaps by a late Stop',
    ])
    const planned: AppState = appState({ ...offProject(), lastEnd: { liveId: 'live1', by: 'plan', at: NOW } })
    expect(view(planned)).toEqual(on('off'))
  })

  test('show which destination fails, and that the padlock is closed', () => {
    expect(words(on('live'))).toContain('The Page: login expired: reconnect it in the studio')
    expect(words(on('padlocked'))).toContain('Padlock closed: live controls are off')
    expect(itemOf(on('padlocked'), 'padlock')).toMatchObject({
      checked: true,
      does: { command: { type: 'setPadlock', locked: false } },
    })
  })

  test('warn beside the icon when the end is near, and are empty there while nothing is on air', () => {
    expect(on('off').title).toBe('')
    expect(on('live').title).toBe('LIVE')
    const near = mapLive(liveProject(), { endsAt: NOW + 9 * 60_000 + 5_000 })
    expect(view(appState(near)).title).toBe('LIVE · ends in 9 min')
    expect(view(appState(mapLive(near, { endsAt: NOW - 1 }))).title).toBe('LIVE · should have ended')
  })

  test('are never cut by the tooltip limit of Windows, and never fill the screen', () => {
    for (const name of Object.keys(TRAY_STATES)) {
      expect(on(name).tooltip.length, name).toBeLessThanOrEqual(127)
      for (const item of allItems(on(name).menu)) if ('label' in item) expect(item.label.length).toBeLessThan(120)
    }
    expect(on('long names').tooltip).toContain('… · 2 changes not on air yet')
  })

  test('keep whole characters when a name is cut', () => {
    const family = '👨‍👩‍👧'
    const shown = view(appState({ ...offProject(), scenes: [{ id: 'a', name: family.repeat(80), isActive: false }] }))
    expect(labelOf(shown, 'scene:a')).toBe(`${family.repeat(5)}…`)
  })

  test('show nothing of a name but its characters: no line break, no control code, no reversed direction', () => {
    const evil = 'A\u001b[31m\u0007\u202eB\u2066\u009b\u2028C'
    const live = liveProject()
    const scenes = live.scenes?.map((scene) => ({ ...scene, name: evil })) ?? []
    const shown = view(appState({ ...live, name: evil, scenes }), NOW, evil)
    const labels = allItems(shown.menu).flatMap((item) => ('label' in item ? [item.label] : []))
    expect(labels.filter((label) => label.includes('\\u202e')).length).toBeGreaterThan(scenes.length)
    for (const text of [...labels, shown.tooltip, shown.title]) expect(text).not.toMatch(/[\p{Cc}\p{Bidi_C}\u2028]/u)
  })

  test('show the outcome of the last command in the first lines', () => {
    const lines = words(view(appState(), NOW, 'Sync: The padlock is closed. Open it first.'))
    expect(lines[0]).toBe('Sync: The padlock is closed. Open it first.')
  })
})

describe('what it offers', () => {
  test('no item broadcasts or stops at once: both are armed first, and then offered', () => {
    for (const [name, { state }] of Object.entries(TRAY_STATES)) {
      const sent = presses(view(state)).map(({ does }) => (does && 'command' in does ? does.command.type : ''))
      expect(sent, name).not.toContain('goLive')
      if (!state.arm) expect(sent.join(), name).not.toContain('commit')
    }
    expect(doesOf(on('off'), 'goLive')).toEqual({ command: { type: 'armGoLive', mode: 'menu', projectId: 'p1' } })
    expect(doesOf(on('live'), 'stop')).toEqual({
      command: { type: 'armStop', mode: 'menu', projectId: 'p1', liveId: 'live1' },
    })
  })

  test('the second step names the project and all destinations, however many and however long', () => {
    const destinations = Array.from({ length: 12 }, (_, at) => `Channel number ${at + 1}`)
    const armed = arm({ act: 'goLive', mode: 'menu', liveId: null, destinations })
    const shown = view(appState(offProject(), { arm: armed }))
    for (const name of ['Friday Night', ...destinations]) expect(words(shown).join(' ')).toContain(name)
    expect(itemOf(shown, 'goLiveNow')).toMatchObject({
      label: 'Go live now: Friday Night',
      does: { command: { type: 'commitGoLive', armId: 'arm1' } },
    })
    expect(doesOf(on('stop, armed'), 'stopNow')).toEqual({ command: { type: 'commitStop', armId: 'arm1' } })
    expect(doesOf(on('stop, armed'), 'cancel')).toEqual({ command: { type: 'cancelArm', armId: 'arm1' } })
  })

  test('a login that expired since the first step is named before the second', () => {
    const armed = arm({ act: 'goLive', mode: 'menu', liveId: null, expired: ['twitchy'] })
    const shown = view(appState(offProject(), { arm: armed }))
    expect(words(shown).join(' ')).toContain('Login expired: reconnect twitchy in the studio.')
    expect(labelOf(shown, 'goLiveNow')).toBe('Go live anyway: Friday Night')
  })

  test('what an agent proposes is named with its reason, and can be allowed or refused', () => {
    const proposed = { by: 'Helper', about: 'Switch scene: Break', fields: [], why: 'The guest is late' }
    const armed = arm({ act: 'proposal', mode: 'proposed', proposed })
    const shown = view(appState(liveProject(), { arm: armed }))
    expect(words(shown).join(' ')).toContain('Agent Helper asks: Switch scene: Break? Its reason: The guest is late')
    expect(itemOf(shown, 'proposalNow')).toMatchObject({
      label: 'Allow: Switch scene: Break',
      does: { command: { type: 'allowProposal', armId: 'arm1' } },
    })
    expect(labelOf(shown, 'cancel')).toBe('Refuse')
    // What a menu cannot show whole is read in the window first.
    const more = { ...armed, proposed: { ...proposed, fields: ['Scene: Break'] } }
    const short = view(appState(liveProject(), { arm: more }))
    expect(labelOf(short, 'proposalNow')).toBeUndefined()
    expect(itemOf(short, 'look')).toMatchObject({
      label: 'Read it in Cuelight',
      does: { command: { type: 'showWindow' } },
    })
    expect(labelOf(short, 'cancel')).toBe('Refuse')
  })

  test('an arm that is held in the panel is not offered here', () => {
    for (const mode of ['hold', 'cancelWindow'] as const)
      expect(labelOf(view(appState(liveProject(), { arm: arm({ mode }) })), 'stopNow')).toBeUndefined()
    expect(labelOf(view(appState(liveProject(), { arm: arm({ mode: 'press' }) })), 'stopNow')).toBeDefined()
  })

  test('every command names the project and the broadcast that were shown', () => {
    const meant = { projectId: 'p1', liveId: 'live1' }
    const shown = on('unsynced')
    expect(doesOf(shown, 'sync')).toEqual({ command: { type: 'sync', ...meant } })
    expect(doesOf(shown, 'autoSync')).toEqual({ command: { type: 'setAutoSync', on: true, ...meant } })
    expect(doesOf(shown, 'scene:s3')).toEqual({ command: { type: 'switchScene', sceneId: 's3', ...meant } })
    expect(doesOf(on('off'), 'scene:s3')).toMatchObject({ command: { liveId: null } })
  })

  test('every command can be read by the core', () => {
    for (const [name, { state }] of Object.entries(TRAY_STATES))
      for (const { does } of presses(view(state)))
        if (does && 'command' in does) expect(parseCommand(does.command), name).toHaveProperty('command')
  })

  test('an item without effect is disabled, and says why', () => {
    for (const [name, { state }] of Object.entries(TRAY_STATES))
      for (const item of presses(view(state))) {
        expect(item.does === null, name).toBe(!item.enabled)
        const isTold = item.label.includes('(') || item.id.startsWith('project:') || item.id === 'listProjects'
        if (!item.enabled) expect(isTold, `${name}: ${item.label}`).toBe(true)
      }
    expect(labelOf(on('off'), 'stop')).toBe('Stop (nothing is on air)')
    expect(labelOf(on('no target'), 'goLive')).toBe('Go live (no show target chosen)')
  })

  test('the scene on air is named and ticked, and the first nine have their digit', () => {
    const shown = on('unsynced')
    const scenes = presses(shown).filter(({ id }) => id.startsWith('scene:'))
    expect(scenes.map(({ label }) => label).slice(1, 3)).toEqual(['Main show (ON AIR)', 'Break (NOT YET)'])
    expect(scenes.filter(({ checked }) => checked !== undefined).map(({ id }) => id)).toEqual(['scene:s2'])
    expect(scenes.map(({ key }) => key)).toEqual([1, 2, 3, 4, 5])
    expect(presses(view(appState(withScenes(24)))).filter(({ key }) => key !== undefined)).toHaveLength(9)
  })

  test('each of 300 scenes is there once, and the menu still fits a screen', () => {
    const shown = on('300 scenes')
    const ids = presses(shown).flatMap(({ id }) => (id.startsWith('scene:') ? [id] : []))
    expect(new Set(ids).size).toBe(300)
    expect(ids).toHaveLength(300)
    expect(shown.menu.length).toBeLessThan(56)
    const ranges = shown.menu.filter((item) => item.kind === 'menu' && item.id.startsWith('scenes:'))
    expect(ranges.map((item) => 'label' in item && item.label)).toContain('Scenes 139 to 168: Scene 142 (ON AIR)')
  })

  test('back names the scene it goes to, and goes to exactly that one', () => {
    expect(itemOf(on('unsynced'), 'back')).toMatchObject({
      label: 'Back to Main show',
      does: { command: { type: 'switchScene', sceneId: 's2', liveId: 'live1' } },
    })
    expect(labelOf(on('off'), 'back')).toBe('Back (there is no previous scene yet)')
  })

  test('viewing links are https, and come from the service', () => {
    const safe = 'https://video.example/1'
    const urls = [safe, 'http://video.example/2', 'javascript:alert(1)', 'file:///etc/passwd', null]
    const [one] = liveProject().live?.destinations ?? []
    const destinations = urls.flatMap((viewingUrl) => (one ? [{ ...one, viewingUrl }] : []))
    const shown = view(appState(mapLive(liveProject(), { destinations })))
    const opened = presses(shown).flatMap(({ does }) =>
      does && 'shell' in does && typeof does.shell === 'object' ? [does.shell.open] : [],
    )
    expect(opened).toEqual([safe])
    expect(words(on('off'))).toContain('Watch (no link yet)')
  })

  test('the show target is fixed while on air; otherwise viewed projects come before the account’s', () => {
    expect(words(on('live'))).toContain('Stop Friday Night to show another project.')
    expect(itemOf(on('live'), 'project:p2').enabled).toBe(false)
    expect(itemOf(on('off'), 'project:p1')).toMatchObject({ checked: true, enabled: false })
    expect(doesOf(on('off'), 'project:p2')).toEqual({ command: { type: 'chooseTarget', projectId: 'p2' } })
    const looked = appState(offProject())
    const projects = { p9: { ...offProject(), id: 'p9', name: 'Looked at' }, ...looked.projects }
    const ids = presses(view({ ...looked, projects })).flatMap(({ id }) => (id.startsWith('project:') ? [id] : []))
    expect(ids).toEqual(['project:p1', 'project:p9', 'project:p2', 'project:p3'])
  })

  test('the list of projects is read on request', () => {
    expect(itemOf(on('no target'), 'listProjects')).toMatchObject({
      label: 'List projects',
      does: { command: { type: 'loadProjects' } },
    })
    expect(labelOf(on('off'), 'listProjects')).toBe('Refresh the list')
    expect(itemOf(on('no key'), 'listProjects').enabled).toBe(false)
  })

  test('a lost start can be unlocked after checking, and an error dismissed', () => {
    expect(doesOf(on('unknown'), 'unlock')).toEqual({ command: { type: 'unlockGoLive', projectId: 'p1' } })
    expect(itemOf(on('unknown'), 'goLive').enabled).toBe(false)
    expect(doesOf(on('error'), 'putAway')).toEqual({ command: { type: 'acknowledge', projectId: 'p1' } })
  })
})

describe('time', () => {
  test('changes nothing before the announced moment', () => {
    for (const [name, { state }] of Object.entries(TRAY_STATES)) {
      let now = NOW
      for (let step = 0; step < 60; step++) {
        const due = viewChangesAt(state, now) ?? now + 3_600_000
        expect(due, name).toBeGreaterThan(now)
        const shown = view(state, now)
        for (const share of [0.01, 0.5, 0.99])
          expect(view(state, Math.floor(now + share * (due - now - 1))), `${name} ${step} ${share}`).toEqual(shown)
        expect(view(state, due - 1), name).toEqual(shown)
        now = due
      }
    }
  })

  test('changes the text by whole minutes', () => {
    const state = appState(mapLive(unsyncedProject(), { readAt: NOW + 3_600_000 }))
    const line = (now: number) => words(view(state, now))[1]
    expect(line(NOW + 52_000)).toContain('1 h 42 min')
    expect(line(NOW + 53_000)).toContain('1 h 43 min')
  })

  test('a few more viewers do not change the menu', () => {
    const menus = [1284, 1291, 1265].map((viewers) => view(appState(mapLive(liveProject(), { viewers }))).menu)
    expect(menus[1]).toEqual(menus[0])
    expect(menus[2]).toEqual(menus[0])
    expect(view(appState(mapLive(liveProject(), { viewers: 1999 }))).menu).not.toEqual(menus[0])
    expect(words(view(appState(mapLive(liveProject(), { viewers: 73 })))).join()).toContain('73 watching')
  })
})

describe('as the system gets it', () => {
  const state = appState({
    ...liveProject(),
    scenes: [{ id: 'a', name: 'Q&A & more', isActive: true }],
    air: { sceneId: 'a', basis: 'service', at: NOW },
  })
  const template = (platform: string, pressed: string[] = []) =>
    menuTemplate(view(state).menu, platform, ({ id }) => pressed.push(id))

  test('an "&" in a name is an "&", and a digit chooses a scene while the menu is open', () => {
    const scene = (platform: string) => template(platform).find(({ id }) => id === 'scene:a')
    expect(scene('linux')?.label).toBe('&1  Q&&A && more (ON AIR)')
    expect(scene('win32')).not.toHaveProperty('accelerator')
    expect(scene('darwin')).toMatchObject({ label: 'Q&&A && more (ON AIR)', accelerator: '1' })
  })

  test('a click passes on exactly the item that was shown', () => {
    const pressed: string[] = []
    const stop = template('linux', pressed).find(({ id }) => id === 'stop')
    stop?.click?.({} as never, undefined, {} as never)
    expect(pressed).toEqual(['stop'])
    expect(template('linux').find(({ id }) => id === 'tally')).toMatchObject({ enabled: false })
    expect(template('linux').find(({ id }) => id === 'autoSync')).toMatchObject({ type: 'checkbox', checked: false })
  })
})
