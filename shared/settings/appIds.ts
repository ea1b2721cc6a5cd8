/** What a Cuelight is called by systems. It must never change: settings, keys, notifications and updates hang on it. */
export const APP_ID = 'app.cuelight.desktop'

/**
 * Its desktop file on Linux, without `.desktop`. GNOME gives global keys only to a reverse-DNS id that such a file is
 * installed for (electron 45: docs/api/app.md, `setDesktopName`; docs/api/global-shortcut.md).
 */
export const DESKTOP_ID = 'app.cuelight.Cuelight'
