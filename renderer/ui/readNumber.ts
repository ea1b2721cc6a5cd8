/**
 * What a number field holds, times `unit` and rounded; undefined when it is empty or not there, `bad` when it holds
 * something that is no number: a browser shows that as empty, and empty means something else.
 */
export function readNumber(form: HTMLFormElement, name: string, unit = 1): number | 'bad' | undefined {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return undefined
  if (field.validity.badInput) return 'bad'
  return field.value === '' ? undefined : roundedUnlessOdd(field.valueAsNumber * unit, unit)
}

/** A count stays as it was typed, so that 1.5 times is refused and not taken for 2. */
function roundedUnlessOdd(value: number, unit: number): number {
  return unit === 1 ? value : Math.round(value)
}
