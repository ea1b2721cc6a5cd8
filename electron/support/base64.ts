/** Shorter pieces of base64 would be found in innocent texts. */
const SHORTEST_BASE64 = 12

/**
 * Base64 writes three bytes as four characters, so a text looks one of three ways in it, depending on what stands
 * before. The characters at either end belong to its neighbours too: they are left out.
 */
export function inBase64(text: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    const from = Math.ceil((before * 8) / 6)
    const whole = Math.floor((bytes.length * 8) / 6)
    return (['base64', 'base64url'] as const)
      .map((encoding) => bytes.toString(encoding).slice(from, whole))
      .filter((form) => form.length >= SHORTEST_BASE64)
  })
}
