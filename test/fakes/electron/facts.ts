/**
 * What Electron 45 does on some systems only and its types do not show: each with its source, so that a later version
 * can be compared. If a source names no version, it is electron/electron at 96f3996d (main, August 2026). A spec
 * chooses a system with the variable STAND_IN; omitted, it is X11.
 */
export const FACTS = {
  /**
   * The former keychain process never received its request: lib/common/init.ts, "Always returns EOF for stdin
   * stream".
   */
  stdinAtEnd: ['windows'],
  /**
   * Exits at once, with -1 and without output, if anything but `--` follows a URL: a word of two letters or more
   * before a colon (shell/app/command_line_args.cc, `CheckCommandLineArguments`; shell/app/electron_main_win.cc).
   */
  nothingBehindUrl: ['windows'],
  /**
   * `--type=…` before `--` is Chromium's own: Electron takes itself for a child process of that type, finds no such
   * type and exits before any JavaScript (content/app/content_main_runner_impl.cc; base/command_line.cc ends switches
   * at `--`).
   */
  typeIsChromiums: ['windows', 'macos', 'x11', 'gnome', 'kde'],
  /**
   * Keys come through the portal: all keys that Chromium has no name for share the id `""`, and the last one
   * registered is called for any of them (electron#52223; shell/browser/api/electron_api_global_shortcut.cc,
   * Chromium's command.cc). `register` returns true before the user was asked (#52218), and `unregister` does nothing
   * (same file: `Unregister`).
   */
  portalKeys: ['gnome', 'kde'],
  /**
   * A process started by `app.relaunch` can gain no privileges any more: it can mount no AppImage, and no sandbox
   * owned by root works (electron#41463; shell/browser/relauncher.cc starts its helper with Chromium's own defaults,
   * and base/process/launch_posix.cc has PR_SET_NO_NEW_PRIVS among them).
   */
  relaunchDropsPrivileges: ['x11', 'gnome', 'kde'],
  /**
   * A desktop file alone opens no links: the program is set in mimeapps.list, or in a list that a package's
   * installation writes (docs/api/app.md, `setAsDefaultProtocolClient`; update-desktop-database(1)).
   */
  linksNeedAsking: ['x11', 'gnome', 'kde'],
  /**
   * Every process of the program is the app to Launch Services, whatever runs in it, and answers it only once Electron
   * is ready (shell/app/electron_main_delegate_mac.mm, `RegisterAtomCrApp`). Here SIGUSR2 is what the system sends when
   * the app's icon is clicked again (shell/browser/mac/electron_application_delegate.mm,
   * `applicationShouldHandleReopen`).
   */
  reopensAnyProcess: ['macos'],
  /**
   * The first question about notifications writes a Start-menu shortcut that is called after the app (shell/browser/
   * notifications/win/notification_presenter_win.cc, `Create`; windows_toast_activator.cc, `EnsureShortcut`).
   */
  writesShortcut: ['windows'],
  /**
   * `showInactive` takes the focus, no window can be placed (docs/api/browser-window.md, "Not supported on Wayland").
   */
  placesNothing: ['gnome', 'kde'],
} as const satisfies Record<string, readonly System[]>

export type System = 'windows' | 'macos' | 'x11' | 'gnome' | 'kde'
export type Fact = keyof typeof FACTS

/** The simulated system. */
export const system = (process.env.STAND_IN ?? 'x11') as System

/** Whether the fact is true on the simulated system. */
export const isSo = (fact: Fact): boolean => (FACTS[fact] as readonly string[]).includes(system)

/**
 * The value of `process.platform` in the app, if a spec tests what we do on that system alone. Everything beneath
 * stays Linux: paths, signals, sockets, the keychain.
 */
export const nodePlatform = process.env.STAND_IN_PLATFORM as NodeJS.Platform | undefined

/** The display server that Chromium uses on Linux. */
export const ozone = system === 'gnome' || system === 'kde' ? 'wayland' : system === 'x11' ? 'x11' : ''

/** What may fail on a system, each as it fails there. */
export const BREAKABLE = {
  versions: 'an Electron of years ago runs us (ELECTRON_BIN)',
  sandbox:
    'the system closes user namespaces: what starts without --no-sandbox ends before any JavaScript (electron#42510)',
  locks: 'the disk takes every lock for free, as some network disks do (sqlite.org/faq.html, question 5)',
  studio: 'a second process of this program cannot be started',
  page: 'no page can be loaded',
  icon: 'the icon never comes to the tray that is there (electron#53213)',
  keys: 'another program holds every key (docs/api/global-shortcut.md: `register` answers false, in silence)',
  overlay: 'what is shown inactive takes the keyboard',
  notifications: 'they are forbidden (docs/api/notification.md, `failed`)',
  links: 'another program opens our links',
  timers: 'they are put off, as by App Nap on macOS (electron#5101)',
} as const

const broken = (process.env.STAND_IN_BROKEN ?? '').split(',')

/** Whether it fails on the simulated system. A spec lists failures in STAND_IN_BROKEN. */
export const isBroken = (what: keyof typeof BREAKABLE): boolean => broken.includes(what)
