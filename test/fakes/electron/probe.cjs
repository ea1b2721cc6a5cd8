/**
 * Remembers what the shell asks of the desktop, by Electron's public interface alone: loaded before the app's main
 * bundle in the stand-in and in real Electron, so that a spec clicks the same tray in both. Nothing is opened outside.
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
  notifications: [],
  opened: [],
}
globalThis[Symbol.for('cuelight.probe')] = probe

after(Tray.prototype, 'setContextMenu', (_, tray, menu) => drawn(tray, { menu }))
after(Tray.prototype, 'popUpContextMenu', (_, tray, menu) => drawn(tray, menu ? { menu } : {}))
after(Tray.prototype, 'setToolTip', (_, tray, tooltip) => drawn(tray, { tooltip }))
after(Tray.prototype, 'setTitle', (_, tray, title) => drawn(tray, { title }))
after(Tray.prototype, 'setImage', (_, tray, image) => drawn(tray, { icon: image }))
after(globalShortcut, 'register', (taken, _self, accelerator, press) => {
  if (taken) probe.hotkeys.set(accelerator, press)
})
after(globalShortcut, 'unregister', (_, _self, accelerator) => probe.hotkeys.delete(accelerator))
after(globalShortcut, 'unregisterAll', () => probe.hotkeys.clear())
after(Notification.prototype, 'show', (_, notification) => probe.notifications.push(notification))
shell.openExternal = async (address) => void probe.opened.push(address)

function drawn(tray, part) {
  Object.assign(probe, part, { tray })
  probe.draws += 1
}

/** Calls back after a method, with what it answered. */
function after(object, name, tell) {
  const original = object[name]
  object[name] = function (...args) {
    const answer = original.apply(this, args)
    tell(answer, this, ...args)
    return answer
  }
}
