import type { Fault } from './fault.ts'

const plant = (name: string, file: string, from: string, to: string, test = 'localStudio/localStudio'): Fault => ({
  name: `local studio: ${name}`,
  file: `electron/${file}`,
  from,
  to,
  tests: [`test/${test}.test.ts`],
})

/** Deliberate faults of our own in how the local studio is found, watched, started again and left. */
export const crashFaults: Fault[] = [
  plant(
    'take whoever answers at its port for it',
    'localStudio/signOfLife.ts',
    'alive: stands && isHeld(dataDir)',
    'alive: stands',
  ),
  plant(
    'believe in a process that nobody has reaped',
    'localStudio/signOfLife.ts',
    'alive: stands && isHeld(dataDir)',
    'alive: stands && process.kill(studio.pid, 0)',
  ),
  plant(
    'start again what is only slow or says no',
    'localStudio/signOfLife.ts',
    'alive: stands && isHeld(dataDir)',
    'alive: false',
  ),
  plant(
    'tell of the rehearsal of a studio that died',
    'localStudio/localStudio.ts',
    'if (!signal.aborted) onRehearsal(rehearsal)',
    'if (!signal.aborted && alive) onRehearsal(rehearsal)',
  ),
  plant(
    'take any port after a crash',
    'localStudio/localStudio.ts',
    'port = portOf(readAddress(dataDir)) ?? port\n',
    '',
  ),
  plant(
    'begin another budget at another port',
    'localStudio/connection.ts',
    'const accounts = { ...all, limiterFor: () => all.limiterFor(ACCOUNT) }',
    'const accounts = all',
  ),
  plant(
    'let our keys pile up',
    'localStudio/ownKey.ts',
    'one.label === OWN_LABEL && one.id !== id',
    'one.label === OWN_LABEL && one.id === ""',
  ),
  plant(
    "take a person's key away at every start",
    'localStudio/ownKey.ts',
    'one.label === OWN_LABEL && one.id !== id',
    'one.id !== id',
  ),
  plant(
    "let a person's key be called as ours are",
    'localStudio/rehearsal.ts',
    'if (label === OWN_LABEL) throw',
    'if (label === null) throw',
  ),
  plant(
    'look for it twice at once',
    'localStudio/localStudio.ts',
    'const mine = last.then(job)',
    'const mine = job()',
  ),
  plant(
    'give a way to a studio that was left meanwhile',
    'localStudio/localStudio.ts',
    "stay.abort(new Error('the local studio is not needed any more'))",
    '',
  ),
  plant(
    'leave running what was started in vain',
    'studio/attach.ts',
    'await end(child, clock)\n    throw error',
    'throw error',
  ),
  plant(
    'wait for what does not end when asked',
    'studio/attach.ts',
    "() => child.kill('SIGKILL')",
    '() => child.kill()',
  ),
  plant('quote the studio before', 'studio/attach.ts', '.subarray(logStart)', '.subarray(0 * logStart)'),
  plant('try again as often as ever', 'localStudio/localStudio.ts', 'Math.min(2 * pause, SELDOM_MS)', 'LOOK_MS'),
  plant(
    'tell people of each vain attempt',
    'localStudio/localStudio.ts',
    'if (message === null || trouble === null) onTrouble(message)',
    'onTrouble(message)',
  ),
  plant(
    'keep saying that it cannot start',
    'localStudio/localStudio.ts',
    'const connection = await inTurn(() => attach(signal))\n      tell(null)',
    'const connection = await inTurn(() => attach(signal))',
  ),
  plant('end what is on air', 'localStudio/letGo.ts', 'if (onAir.length > 0) log(', 'if (onAir.length < 0) log('),
  plant("end somebody else's", 'localStudio/letGo.ts', 'else if (isOurs) await', 'else await'),
  plant('leave an idle one running', 'localStudio/letGo.ts', 'await quit(studio, clock)', ''),
  plant(
    'forget over a visit to another account who started it',
    'localStudio/localStudio.ts',
    'if (studio.started) started = studio.adminSecret',
    'started = studio.started ? studio.adminSecret : null',
  ),
  plant(
    'go on telling after it was left',
    'localStudio/localStudio.ts',
    'tell(null)\n      onRehearsal(null)',
    'tell(null)',
  ),
  plant(
    'leave to its next turn what an outage kept from being read',
    'core/feed.ts',
    'plan(other, 0)',
    '',
    'core/outage',
  ),
]
