/** The parts of a key press that decide whether it means a scene. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'repeat' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'isComposing'
>

/** 1 to 9, or null. By the key's place, so that it is the same key on every layout; held keys do not count. */
export function digitOf(press: KeyPress): number | null {
  if (press.repeat || press.isComposing || press.ctrlKey || press.altKey || press.metaKey || press.shiftKey)
    return null
  const digit = /^Digit([1-9])$/.exec(press.code)?.[1] ?? /^[1-9]$/.exec(press.key)?.[0]
  return digit === undefined ? null : Number(digit)
}
