/** Reports progress on stderr, so that stdout contains only a task's own output. */
export function tell(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Runs one step of a task and reports its result.
 * @param {string} name
 * @param {() => number} work returns an exit code
 */
export function step(name, work) {
  tell(`▸ ${name}`)
  const from = performance.now()
  const code = work()
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  tell(code === 0 ? `✓ ${name} (${seconds} s)` : `✗ ${name} (${seconds} s, exit code ${code})`)
  return code
}

/** Ends the task with a message for the user. */
export function giveUp(message) {
  tell(`✗ ${message}`)
  process.exit(1)
}
