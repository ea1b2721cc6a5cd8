/** What happened, line by line, for whoever has to find out why. */
export interface Story {
  tell(line: string): void
  text(): string
}

export function createStory(now: () => number): Story {
  const lines: string[] = []
  return {
    tell(line) {
      lines.push(`${(now() / 1000).toFixed(3).padStart(8)}  ${line}`)
    },
    text: () => lines.join('\n'),
  }
}
