/** A desktop's tray, as programs on its message bus see it. */
import { joinBus } from '../fakes/bus.ts'

const WATCHER = 'org.kde.StatusNotifierWatcher'

/** Keeps a list of icons on that bus, and shows none. @param env with the bus's address */
export async function startTrayHost(env: NodeJS.ProcessEnv) {
  const items: string[] = []
  const bus = await joinBus(env.DBUS_SESSION_BUS_ADDRESS ?? '', ({ member, strings: [first = '', second] }) => {
    if (member === 'RegisterStatusNotifierItem') items.push(`${first}/StatusNotifierItem`)
    if (member !== 'Get') return []
    return second === 'IsStatusNotifierHostRegistered' ? [['vb', true]] : [['vas', items]]
  })
  await bus.own(WATCHER)
  return { items, close: bus.close }
}
