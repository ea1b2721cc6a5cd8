/**
 * How one text may be written by those who pass it on: as it is, in JSON, in JSON within JSON, in an address, in a
 * form, and, where asked for, inside any base64.
 */
export function formsOf(text: string, { base64 = false } = {}): Set<string> {
  const json = inJson(text)
  const forms = new Set([text, json, inJson(json), json.replaceAll('/', '\\/')])
  forms.add(encodeURIComponent(text.toWellFormed()))
  forms.add(encodeURI(text.toWellFormed()))
  forms.add(new URLSearchParams([['', text]]).toString().slice(1))
  if (base64) for (const form of inBase64(text)) forms.add(form)
  return forms
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** Shorter pieces of base64 would be found in innocent texts. */
const SHORTEST_BASE64 = 12

/**
 * Base64 writes three bytes as four characters, so a text looks one of three ways in it, depending on what stands
 * before. The characters at either end belong to its neighbours too: they are left out.
 */
function inBase64(text: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    const from = Math.ceil((before * 8) / 6)
    const whole = Math.floor((bytes.length * 8) / 6)
    return (['base64', 'base64url'] as const)
      .map((encoding) => bytes.toString(encoding).slice(from, whole))
      .filter((form) => form.length >= SHORTEST_BASE64)
  })
}
