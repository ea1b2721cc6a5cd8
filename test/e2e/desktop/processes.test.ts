/** Every process of the desktop app is its one executable, and under Electron none ends by having nothing left to do. */
import { describe, expect, test } from 'vitest'
import { childrenOf, lives, processesOn } from '../../localStudio/processTable.ts'
import { clickTray, type DesktopApp } from './driver.ts'
import { ON } from './launch.ts'
import { click, openDesktop, shows, tally, until } from './stage.ts'

/** The app and its studio; not what draws its windows. */
const own = ({ dataDir }: DesktopApp): number[] => processesOn(dataDir)
const pidOf = (app: DesktopApp): Promise<number> => app.evaluate(() => process.pid, null)

describe(`${ON}: processes`, () => {
  test('quit, with its studio, it leaves nothing running', async () => {
    const app = await openDesktop()
    await tally(await app.page('main'), 'off')
    expect(own(app)).toHaveLength(2)
    await clickTray(app, 'Quit Cuelight')
    expect(await app.ended).toBe(0)
    await until(() => expect(own(app)).toEqual([]))
  })

  test('killed, it takes its windows with it and leaves the studio, which goes on', async () => {
    const app = await openDesktop()
    await click(app, 'Go live')
    await new Promise((resolve) => setTimeout(resolve, 600))
    await click(app, 'Go live now')
    await shows(app, /On air: /)
    const pid = await pidOf(app)
    const children = childrenOf(pid)
    const studio = own(app).filter((one) => one !== pid)
    await app.end('SIGKILL')
    expect(studio).toHaveLength(1)
    await until(() => expect(children.filter(lives)).toEqual(studio))
    const again = await openDesktop({ dataDir: app.dataDir })
    await shows(again, /On air: /)
    expect(own(again)).toEqual(expect.arrayContaining(studio))
  })
})
