/**
 * What Electron 45 does on some systems only, and no type of its says: each with its source, so that a later version can be
 * compared. Where a source names no version, it is electron/electron at 96f3996d (main, August 2026). A spec asks for a
 * system by the variable STAND_IN; left out, it is X11.
 */
export const FACTS = {
  /** The keychain process of old never got its question: lib/common/init.ts, "Always returns EOF for stdin stream". */
  stdinAtEnd: ['windows'],
  /**
   * Ends at once, with -1 and in silence, where anything but `--` stands behind a URL: a word of two letters or more before
   * a colon (shell/app/command_line_args.cc, `CheckCommandLineArguments`; shell/app/electron_main_win.cc).
   */
  nothingBehindUrl: ['windows'],
  /**
   * `--type=…` before `--` is Chromium's own: it takes itself for a child of that kind, knows none of that name and ends
   * before any JavaScript (content/app/content_main_runner_impl.cc; base/command_line.cc ends switches at `--`).
   */
  typeIsChromiums: ['windows', 'macos', 'x11', 'gnome', 'kde'],
  /**
   * Keys come through the portal: all that Chromium has no name for have one id between them, `""`, and the last that
   * asked is called for any (electron#52223; shell/browser/api/electron_api_global_shortcut.cc, Chromium's command.cc).
   * `register` says yes before anybody was asked (#52218), and `unregister` does nothing (same file: `Unregister`).
   */
  portalKeys: ['gnome', 'kde'],
  /**
   * What `app.relaunch` starts can gain no privileges any more: no AppImage can be mounted by it, and no sandbox that belongs
   * to root works (electron#41463; shell/browser/relauncher.cc starts its helper with Chromium's own defaults, and
   * base/process/launch_posix.cc has PR_SET_NO_NEW_PRIVS among them).
   */
  relaunchDropsPrivileges: ['x11', 'gnome', 'kde'],
  /**
   * A desktop file alone opens no links: which program does stands in mimeapps.list, or in a list that packages' own
   * installation makes (docs/api/app.md, `setAsDefaultProtocolClient`; update-desktop-database(1)).
   */
  linksNeedAsking: ['x11', 'gnome', 'kde'],
  /** `showInactive` takes the focus, no window can be placed (docs/api/browser-window.md, "Not supported on Wayland"). */
  placesNothing: ['gnome', 'kde'],
} as const satisfies Record<string, readonly System[]>

export type System = 'windows' | 'macos' | 'x11' | 'gnome' | 'kde'
export type Fact = keyof typeof FACTS

/** The system that is stood in for. */
export const system = (process.env.STAND_IN ?? 'x11') as System

/** Is it so on the system that is stood in for? */
export const isSo = (fact: Fact): boolean => (FACTS[fact] as readonly string[]).includes(system)

/**
 * What `process.platform` says in the app itself, where a spec wants what we do on that system alone. Everything beneath
 * stays Linux: paths, signals, sockets, the keychain.
 */
export const nodePlatform = process.env.STAND_IN_PLATFORM as NodeJS.Platform | undefined

/** What Chromium draws with on Linux. */
export const ozone = system === 'gnome' || system === 'kde' ? 'wayland' : system === 'x11' ? 'x11' : ''

/** What may not work on a system, each as it fails there. */
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

/** Does it fail on the system that is stood in for? A spec says so in STAND_IN_BROKEN. */
export const isBroken = (what: keyof typeof BREAKABLE): boolean => broken.includes(what)
