/** No record of the contract is a tenth as deep. */
export const MOST_LEVELS = 64

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * Is a JSON text nested deeper than anything we read? Parsing takes it, but whatever walks the value afterwards, as every
 * writing of it as JSON does, would run out of stack: in a reading, in the state, at the panel.
 */
export function isTooDeep(json: string): boolean {
  let [level, inString] = [0, false]
  for (let place = 0; place < json.length && level <= MOST_LEVELS; place += 1) {
    const code = json.charCodeAt(place)
    if (inString && code === BACKSLASH) place += 1
    else if (code === QUOTE) inString = !inString
    else if (!inString && OPENING.has(code)) level += 1
    else if (!inString && CLOSING.has(code)) level -= 1
  }
  return level > MOST_LEVELS
}
