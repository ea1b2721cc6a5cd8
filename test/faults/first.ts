import type { Fault } from './fault.ts'

const trying = ['test/profiles/trying.test.ts']
const welcome = ['test/renderer/welcome.test.ts']
const states = ['test/renderer/statesShown.test.ts']
const outage = ['test/core/outage.test.ts']

const useTry = 'renderer/setup/accounts/useTry.ts'
const connectForm = 'renderer/welcome/ConnectForm.tsx'

/** The first minute, trying before keeping, and every state that is not "all is well". */
export const firstFaults: Fault[] = [
  {
    name: 'first: look for a key in a locked keychain that was never given',
    file: 'renderer/parts/AskKeychain.tsx',
    from: " && profileInUse(mirror.state)?.key === 'locked'",
    to: '',
    tests: ['test/renderer/accounts.test.ts'],
  },
  {
    name: 'first: welcome somebody again after a restart',
    file: 'electron/core/welcome.ts',
    from: 'await settings.change({ welcomed: true })',
    to: 'await settings.change({})',
    tests: trying,
  },
  {
    name: 'first: welcome who has settings from before there was a welcome',
    file: 'shared/settings.ts',
    from: 'welcomed: z.boolean().default(true)',
    to: 'welcomed: z.boolean().default(false)',
    tests: ['test/core/settings.test.ts'],
  },
  {
    name: 'first: try a connection in line with what changes profiles',
    file: 'electron/core/profiles/profiles.ts',
    from: 'tryOut: trying.tryOut,',
    to: 'tryOut: (command) => inLine(() => trying.tryOut(command)),',
    tests: trying,
  },
  {
    name: 'first: send another kind of key to try it',
    file: 'electron/core/profiles/trying.ts',
    from: 'refuseForeignKey(key, keyPrefix)',
    to: 'void keyPrefix',
    tests: trying,
  },
  {
    name: 'first: keep the key that is only tried',
    file: 'electron/core/profiles/trying.ts',
    from: '      onSecret(key)',
    to: '      void book.add({ name: key, baseUrl, account }).catch(() => {})\n      onSecret(key)',
    tests: trying,
  },
  {
    name: 'first: let an earlier test run on beside the next',
    file: 'electron/core/profiles/trying.ts',
    from: '      before.abort()\n',
    to: '',
    tests: trying,
  },
  {
    name: 'first: call a key wrong that has worked',
    file: 'electron/core/profiles/trying.ts',
    from: 'history: { worked: hasWorked(tried) }',
    to: 'history: { worked: false }',
    tests: trying,
  },
  {
    name: 'first: believe the answer to what was edited meanwhile',
    file: useTry,
    from: 'if (latest.current !== mine || answer === null) return false',
    to: 'if (answer === null) return false',
    tests: welcome,
  },
  {
    name: 'first: keep an account whose test failed',
    file: connectForm,
    from: 'if (all && (isProven || (await test(all)))) await keep(all)',
    to: 'if (all && (isProven || (await test(all)) || true)) await keep(all)',
    tests: welcome,
  },
  {
    name: 'first: leave the key in its field once it was sent',
    file: connectForm,
    from: "if (key.current) key.current.value = ''",
    to: '',
    tests: welcome,
  },
  {
    name: 'first: take an edited key for a tested one',
    file: connectForm,
    from: '    forget()\n    show(null)',
    to: '    show(null)',
    tests: welcome,
  },
  {
    name: 'first: use an account while something is on air',
    file: 'renderer/welcome/useKeeping.ts',
    from: 'if (profileId === null || why !== null) return',
    to: 'if (profileId === null) return',
    tests: welcome,
  },
  {
    name: 'first: keep no room for the welcome',
    file: 'renderer/screens/WelcomePlace.css',
    from: 'min-block-size: 7.375rem',
    to: 'min-block-size: 0',
    tests: welcome,
  },
  {
    name: 'first: welcome who works with an account',
    file: 'renderer/screens/WelcomePlace.tsx',
    from: 'state?.welcome === true && state.profileId === STUDIO_PROFILE',
    to: 'state?.welcome === true',
    tests: welcome,
  },
  {
    name: 'first: call a silent local studio a failure of the network',
    file: 'shared/words/states.ts',
    from: 'if (state.service.rehearsal && isUnreached && !isRehearsed) return STUDIO_SILENT',
    to: '',
    tests: states,
  },
  {
    name: 'first: say nothing of a reading that is too old',
    file: 'renderer/view/trouble.ts',
    from: "=== 'stale' ? now - target.live.readAt : null",
    to: "=== 'stale' ? null : null",
    tests: states,
  },
  {
    name: 'first: say nothing of a budget that is closed',
    file: 'renderer/view/trouble.ts',
    from: '  if (left > 0) return left\n',
    to: '',
    tests: states,
  },
  {
    name: 'first: pretend to read what cannot be read',
    file: 'renderer/parts/ScenesMissing.tsx',
    from: 'if (failed) return',
    to: 'if (failed && false) return',
    tests: states,
  },
  {
    name: 'first: stand-ins that move where no motion is wanted',
    file: 'renderer/parts/Skeleton.css',
    from: '  animation-play-state: var(--motion);\n',
    to: '',
    tests: states,
  },
  {
    name: 'first: leave what alone could not be read to its next turn',
    file: 'electron/core/feed.ts',
    from: 'if (state.triedAgain && !isBack) continue',
    to: 'if (!isBack) continue',
    tests: outage,
  },
  {
    name: 'first: ask ever faster for what the service goes on refusing',
    file: 'electron/core/feed.ts',
    from: 'state.triedAgain = true',
    to: '',
    tests: outage,
  },
  {
    name: 'first: put off what is to be read at once',
    file: 'electron/core/feed.ts',
    from: 'if (!stands) plan(topic, ms)',
    to: 'plan(topic, stands ? undefined : ms)',
    tests: outage,
  },
  {
    name: 'first: not know when a failing service is asked again',
    file: 'electron/core/feed.ts',
    from: "if (topic === 'live') tellNext(wait)",
    to: '',
    tests: outage,
  },
  {
    name: 'first: lead a page to any address',
    file: 'shared/view/servicePage.ts',
    from: 'return rehearsal || origin === undefined ? null',
    to: 'return origin === undefined ? null',
    tests: ['test/shell/policy.test.ts'],
  },
]
