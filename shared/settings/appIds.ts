/** Cuelight's id for the system. It must never change: settings, keys, notifications and updates depend on it. */
export const APP_ID = 'app.cuelight.desktop'

/**
 * Its desktop file on Linux, without `.desktop`. GNOME grants global keys only to a reverse-DNS id with an installed
 * desktop file (electron 45: docs/api/app.md, `setDesktopName`; docs/api/global-shortcut.md).
 */
export const DESKTOP_ID = 'app.cuelight.Cuelight'

/** What Windows starts for a click on a notification, one for each kind of program; the uninstaller removes its own. */
export const TOAST_IDS = {
  installed: '{449E87EE-78F9-4E8F-86A0-06FB0E36B525}',
  portable: '{E4350FFA-0580-4CA7-9EAF-79463921B564}',
  checkout: '{DA14F683-4A8A-4EE2-83EB-BFB311058AF6}',
} as const
