/** Cuelight's id for the system. It must never change: settings, keys, notifications and updates depend on it. */
export const APP_ID = 'app.cuelight.desktop'

/**
 * Its desktop file on Linux, without `.desktop`. GNOME grants global keys only to a reverse-DNS id with an installed
 * desktop file (electron 45: docs/api/app.md, `setDesktopName`; docs/api/global-shortcut.md).
 */
export const DESKTOP_ID = 'app.cuelight.Cuelight'
