/**
 * Records what the shell requests of the desktop, through Electron's public interface alone: loaded before the app's
 * main bundle on the stand-in and on real Electron, so that a spec clicks the same tray in both. Nothing is opened
 * outside, and no menu pops up, since it would wait for the user.
 */
const { globalShortcut, Notification, shell, Tray } = require('electron')

const probe = {
  tray: null,
  menu: null,
  tooltip: '',
  title: '',
  icon: null,
  /** How often anything of the tray was drawn. */
  draws: 0,
  hotkeys: new Map(),
  /** Keys that a spec gives to another program. */
  taken: new Set(),
  notifications: [],
  opened: [],
}
globalThis[Symbol.for('cuelight.probe')] = probe

after(Tray.prototype, 'setContextMenu', (_, tray, menu) => drawn(tray, { menu }))
Tray.prototype.popUpContextMenu = function (menu) {
  drawn(this, menu ? { menu } : {})
}
after(Tray.prototype, 'setToolTip', (_, tray, tooltip) => drawn(tray, { tooltip }))
after(Tray.prototype, 'setTitle', (_, tray, title) => drawn(tray, { title }))
after(Tray.prototype, 'setImage', (_, tray, icon) => drawn(tray, { icon }))
after(Tray.prototype, 'destroy', (_, tray) => tray === probe.tray && Object.assign(probe, { tray: null, menu: null }))

const register = globalShortcut.register
globalShortcut.register = (accelerator, press) => {
  if (probe.taken.has(accelerator)) return false
  const given = register.call(globalShortcut, accelerator, press)
  if (given) probe.hotkeys.set(accelerator, press)
  return given
}
after(globalShortcut, 'unregister', (_, _self, accelerator) => probe.hotkeys.delete(accelerator))
after(globalShortcut, 'unregisterAll', () => probe.hotkeys.clear())
after(Notification.prototype, 'show', (_, notification) => probe.notifications.push(notification))
shell.openExternal = async (address) => void probe.opened.push(address)

function drawn(tray, part) {
  Object.assign(probe, part, { tray })
  probe.draws += 1
}

/** Calls back after a method, with its result. */
function after(object, name, tell) {
  const original = object[name]
  object[name] = function (...args) {
    const answer = original.apply(this, args)
    tell(answer, this, ...args)
    return answer
  }
}
