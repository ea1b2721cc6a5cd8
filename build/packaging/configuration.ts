import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { APP_ID, DESKTOP_ID } from '../../shared/settings/appIds.ts'
import { feedOf, type PackagingEnvironment, signingOf } from './environment.ts'

/** The program's name on Linux. On the PATH, `cuelight` is the command line, which starts this program. */
const EXECUTABLE = 'cuelight-desktop'

/** A placeholder that electron-builder replaces. */
const filledIn = (name: string): string => `\${${name}}`
const ARCH = filledIn('arch')
const named = (rest: string): string => `Cuelight-${filledIn('version')}-${rest}.${filledIn('ext')}`

/** Electron's own switches, set in the executable: nothing from outside can turn it into another program. */
export const FUSES = {
  // `--studio` and `--cli` are our own entries (electron/app/arguments.ts); plain Node is neither needed nor offered.
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  // Only the archive as it was packed runs (verified by macOS and Windows), and no folder beside it.
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  // There are no cookies; enabling it could prompt the user for the keychain.
  enableCookieEncryption: false,
  // Our pages come from our own scheme: `file://` needs no privileges.
  grantFileProtocolExtraPrivileges: false,
  loadBrowserProcessSpecificV8Snapshot: false,
} as const satisfies Configuration['electronFuses']

/**
 * Everything that is shipped: Vite's output, the icons, and the few packages that stay packages. No sources or maps.
 */
const FILES = [
  '.dist/{main,preload,renderer}/**',
  'build/icons/app.png',
  'build/icons/tray/*.png',
  'package.json',
  '!**/*.{map,ts,mts,cts,tsx,md,markdown,stamp}',
  '!**/node_modules/**/{test,tests,docs,.github}/**',
  // Only needed for compiling, and we ship compiled files.
  '!node_modules/node-addon-api/**',
  '!node_modules/keytar/{src,script,binding.gyp}',
  '!node_modules/keytar/{src,script}/**',
  // A second copy of the prebuilt one, left when an npm without `allowScripts` installed the packages: the two halves
  // of a universal macOS app cannot be merged if both contain it.
  '!node_modules/keytar/build/**',
]

/** With the keychain's module for one system only. One list: electron-builder reads a second one as "all but these". */
const filesFor = (system: string): string[] => [...FILES, `!node_modules/keytar/prebuilds/!(${system}){,/**}`]

/** The command line, beside the archive: `installCommand` and the installers put it on the PATH. */
const launcher = (file: string) => [{ from: 'build/launchers', to: 'bin', filter: [file] }]

/**
 * The configuration for electron-builder. All secrets and addresses come from the environment.
 *
 * @param top the folder of the project
 */
export function packagingConfiguration(top: string, environment: PackagingEnvironment): Configuration {
  const feed = feedOf(environment)
  return {
    appId: APP_ID,
    productName: 'Cuelight',
    copyright: 'Copyright © 2026 the Cuelight authors',
    // The default is `build/`, whose content is never packed, and our icons are in it.
    directories: { buildResources: 'build/packaging', output: '.dist/packages' },
    extraMetadata: {
      // Wayland's portals identify a program by the name of its desktop file.
      desktopName: `${DESKTOP_ID}.desktop`,
      productName: 'Cuelight',
      homepage: environment.CUELIGHT_HOMEPAGE ?? 'https://cuelight.invalid',
    },
    asar: true,
    asarUnpack: ['**/*.node'],
    // Prebuilt for every system; compiling it would need tools that nothing else needs.
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
  // The command line, on the PATH for all users.
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
    // This runtime needs nothing installed, and does not switch Chromium's sandbox off where the system supports it.
    toolsets: { appimage: '1.0.3' },
    // Without a version in its name, an update replaces the very file that the login item and the command point to.
    appImage: { executableArgs: [], artifactName: `Cuelight-linux-${ARCH}.${filledIn('ext')}` },
    deb: { fpm, packageCategory: 'video' },
    // electron-builder's own list for rpm, plus what keytar needs, which its list for deb already contains.
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
    // For one user, without asking for an administrator. The user's data survives uninstalling.
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
      // Squirrel updates from the zip; the dmg is for users.
      target: [
        { target: 'dmg', arch: ['universal'] },
        { target: 'zip', arch: ['universal'] },
      ],
      icon: 'build/icons/app.png',
      category: 'public.app-category.video',
      // Both halves of a universal program contain both, because they must be identical except for their code.
      extraResources: launcher('cuelight'),
      files: filesFor('darwin-*'),
      x64ArchFiles: '**/keytar/prebuilds/darwin-*/keytar.node',
      artifactName: named(`mac-${ARCH}`),
      // A menu bar program: it is in the Dock only while one of its windows is open.
      // Its timers are not delayed while no window is visible, and its notifications may have a button.
      extendInfo: { LSUIElement: true, NSAppSleepDisabled: true, NSUserNotificationAlertStyle: 'alert' },
      ...{ entitlements, entitlementsInherit: entitlements },
      // Without a certificate: signed ad hoc, as Apple silicon starts nothing unsigned, and not hardened, as a hardened
      // program could not load the keychain's library. Updated manually, because it is built without a feed.
      ...(isSigned ? {} : { identity: '-', publish: null }),
      hardenedRuntime: isSigned,
      notarize: isNotarized,
    },
  }
}
