import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { APP_ID, DESKTOP_ID } from '../../shared/settings/appIds.ts'
import { feedOf, type PackagingEnvironment, signingOf } from './environment.ts'

/** The program on Linux, where a name on the PATH is one for all: `cuelight` is the command line, which calls it. */
const EXECUTABLE = 'cuelight-desktop'

/** What electron-builder itself fills in. */
const filledIn = (name: string): string => `\${${name}}`
const ARCH = filledIn('arch')
const named = (rest: string): string => `Cuelight-${filledIn('version')}-${rest}.${filledIn('ext')}`

/** Electron's own switches, set in the program file itself: nothing from outside turns it into another program. */
export const FUSES = {
  // `--studio` and `--cli` are entries of ours (electron/app/arguments.ts); plain Node is not needed, nor on offer.
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  // What runs is the archive as it was packed (checked by macOS and Windows), and no folder put beside it.
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  // There are no cookies; on, it could ask a person for the keychain.
  enableCookieEncryption: false,
  // Our pages come from a scheme of our own: `file://` needs no rights.
  grantFileProtocolExtraPrivileges: false,
  loadBrowserProcessSpecificV8Snapshot: false,
} as const satisfies Configuration['electronFuses']

/** All that is shipped: what Vite built, the icons, and the few packages that run as packages. No sources, no maps. */
const FILES = [
  '.dist/{main,preload,renderer}/**',
  'build/icons/app.png',
  'build/icons/tray/*.png',
  'package.json',
  '!**/*.{map,ts,mts,cts,tsx,md,markdown,stamp}',
  '!**/node_modules/**/{test,tests,docs,.github}/**',
  // Only compiling needs these, and what we ship is compiled.
  '!node_modules/node-addon-api/**',
  '!node_modules/keytar/{src,script,binding.gyp}',
  '!node_modules/keytar/{src,script}/**',
  // A second copy of the prebuilt one, where an npm that knows no `allowScripts` installed the packages: two halves of a
  // universal macOS app that both have it cannot be joined.
  '!node_modules/keytar/build/**',
]

/** With the keychain's compiled part for one system only. In one list: electron-builder would read a second one as all but it. */
const filesFor = (system: string): string[] => [...FILES, `!node_modules/keytar/prebuilds/!(${system}){,/**}`]

/** The command line, beside the archive: `installCommand` and installers put it on the PATH. */
const launcher = (file: string) => [{ from: 'build/launchers', to: 'bin', filter: [file] }]

/**
 * What electron-builder is told. Everything secret, and every address, comes from the environment.
 *
 * @param top the folder of the project
 */
export function packagingConfiguration(top: string, environment: PackagingEnvironment): Configuration {
  const feed = feedOf(environment)
  return {
    appId: APP_ID,
    productName: 'Cuelight',
    copyright: 'Copyright © 2026 the Cuelight authors',
    // Its default is `build/`, and whatever lies there is never packed: our icons do.
    directories: { buildResources: 'build/packaging', output: '.dist/packages' },
    extraMetadata: {
      // Wayland's portals know a program by the name of its desktop file.
      desktopName: `${DESKTOP_ID}.desktop`,
      productName: 'Cuelight',
      homepage: environment.CUELIGHT_HOMEPAGE ?? 'https://cuelight.invalid',
    },
    asar: true,
    asarUnpack: ['**/*.node'],
    // Prebuilt for every system; compiling it would need tools that nobody else needs.
    npmRebuild: false,
    electronFuses: FUSES,
    afterExtract: 'build/packaging/afterExtract.mjs',
    electronLanguages: ['en', 'en-US'],
    protocols: [{ name: 'Cuelight', schemes: ['cuelight'] }],
    publish: feed ? { provider: 'generic', url: feed, channel: 'latest' } : null,
    ...linux(top, environment),
    ...windows(),
    ...mac(environment),
  }
}

function linux(top: string, { CUELIGHT_MAINTAINER }: PackagingEnvironment): Configuration {
  // The command line, on the PATH of everybody.
  const fpm = [`${join(top, 'build/packaging/cuelight')}=/usr/bin/cuelight`]
  return {
    linux: {
      target: ['AppImage', 'deb', 'rpm'],
      executableName: EXECUTABLE,
      icon: 'build/icons/app.png',
      category: 'AudioVideo',
      synopsis: 'Show controller for automated live streams',
      maintainer: CUELIGHT_MAINTAINER ?? 'The Cuelight authors <maintainers@cuelight.invalid>',
      syncDesktopName: true,
      extraResources: launcher('cuelight'),
      files: filesFor(`linux-${ARCH}`),
      artifactName: named(`linux-${ARCH}`),
      desktop: { entry: { Keywords: 'live;stream;broadcast;show;', StartupNotify: 'false' } },
    },
    // Its runtime needs nothing installed; and nothing switches Chromium's sandbox off where the system carries it.
    toolsets: { appimage: '1.0.3' },
    // Without a version in its name an update takes the place of the very file that the login and the command name.
    appImage: { executableArgs: [], artifactName: `Cuelight-linux-${ARCH}.${filledIn('ext')}` },
    deb: { fpm, packageCategory: 'video' },
    // electron-builder's own list for rpm, and what keytar needs: for deb it stands in it.
    rpm: { fpm, depends: RPM_NEEDS },
  }
}

const RPM_NEEDS = [
  ...['gtk3', 'libnotify', 'nss', 'libXScrnSaver', '(libXtst or libXtst6)', 'xdg-utils', 'at-spi2-core'],
  ...['(libuuid or libuuid1)', '(libsecret or libsecret-1-0)'],
]

function windows(): Configuration {
  return {
    win: {
      target: ['nsis', 'portable'],
      icon: 'build/icons/app.png',
      extraResources: launcher('cuelight.cmd'),
      files: filesFor(`win32-${ARCH}`),
      artifactName: named(`windows-${ARCH}`),
    },
    // For one person, without asking for an administrator. What was kept outlives the program.
    nsis: {
      oneClick: true,
      perMachine: false,
      deleteAppDataOnUninstall: false,
      include: 'build/packaging/installer.nsh',
      artifactName: named(`windows-${ARCH}-setup`),
    },
    portable: { artifactName: named(`windows-${ARCH}-portable`) },
  }
}

function mac(environment: PackagingEnvironment): Configuration {
  const { isSigned, isNotarized } = signingOf(environment)
  const entitlements = 'build/entitlements.mac.plist'
  return {
    mac: {
      // Squirrel updates from the zip; the dmg is for people.
      target: [
        { target: 'dmg', arch: ['universal'] },
        { target: 'zip', arch: ['universal'] },
      ],
      icon: 'build/icons/app.png',
      category: 'public.app-category.video',
      // Both halves of a universal program bring both, for they must be the same but for their code.
      extraResources: launcher('cuelight'),
      files: filesFor('darwin-*'),
      x64ArchFiles: '**/keytar/prebuilds/darwin-*/keytar.node',
      artifactName: named(`mac-${ARCH}`),
      // A program of the menu bar: it is in the Dock only while a window of its is open.
      // Its timers are not put off while no window is seen, and notifications may have their button.
      extendInfo: { LSUIElement: true, NSAppSleepDisabled: true, NSUserNotificationAlertStyle: 'alert' },
      ...{ entitlements, entitlementsInherit: entitlements },
      // Without a certificate: signed as by nobody, for Apple silicon starts nothing unsigned, and nothing hardened
      // would load the keychain's library then. Such a Cuelight is updated by hand: it is built without a feed.
      ...(isSigned ? {} : { identity: '-', publish: null }),
      hardenedRuntime: isSigned,
      notarize: isNotarized,
    },
  }
}
