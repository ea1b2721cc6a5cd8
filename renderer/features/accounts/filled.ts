/** What a form about an account holds. */
export interface Filled {
  name: string
  baseUrl: string
  account: string
  /** Undefined: none was given. */
  key: string | undefined
}

/** Reads the form as it stands. The key is read from its own field, at the moment it is needed and no sooner. */
export function readFilled(form: HTMLFormElement, key: HTMLInputElement | null): Filled {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  return {
    name: text('name'),
    baseUrl: text('baseUrl'),
    account: text('account'),
    key: key?.value.trim() || undefined,
  }
}
