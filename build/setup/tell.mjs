/** Says what is going on, on stderr, so that a task's own output stays its own. */
export function tell(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Runs one step of a task and says how it went.
 * @param {string} name
 * @param {() => number} work answers an exit code
 */
export function step(name, work) {
  tell(`▸ ${name}`)
  const from = performance.now()
  const code = work()
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  tell(code === 0 ? `✓ ${name} (${seconds} s)` : `✗ ${name} (${seconds} s, exit code ${code})`)
  return code
}

/** Ends the task with words for a person. */
export function giveUp(message) {
  tell(`✗ ${message}`)
  process.exit(1)
}
