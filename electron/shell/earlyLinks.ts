/**
 * Links from the system, stored until something follows them: macOS starts us with a link before any of our code is
 * ready, and only reports it to those who listen before Electron is ready (electron 45: docs/api/app.md, `open-url`).
 */
export function createEarlyLinks() {
  const waiting: string[] = []
  let open: ((link: string) => void) | null = null
  return {
    onOpenUrl(event: { preventDefault(): void }, link: string): void {
      event.preventDefault()
      if (open) open(link)
      else waiting.push(link)
    },
    /** Passes every link to `opens` from now on, starting with those that came before. */
    follow(opens: (link: string) => void): void {
      open = opens
      for (const link of waiting.splice(0)) opens(link)
    },
  }
}

export type EarlyLinks = ReturnType<typeof createEarlyLinks>
