/**
 * Links that the system hands over, kept until somebody follows them: macOS starts us by one before anything of ours is
 * there, and tells only who listens before Electron is ready (electron 45: docs/api/app.md, `open-url`).
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
    /** From now on each is handed to `opens`, and first those that came before. */
    follow(opens: (link: string) => void): void {
      open = opens
      for (const link of waiting.splice(0)) opens(link)
    },
  }
}

export type EarlyLinks = ReturnType<typeof createEarlyLinks>
