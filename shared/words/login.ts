/** What is said of starting at login. */
export const LOGIN_WORDS = {
  noWay: 'This system has no way to start programs at login that Cuelight knows.',
  notDone: 'The system did not do it, and says no more.',
  toBeApproved: 'The system waits for your approval: System Settings, General, Login Items.',
  /** @param line what is started instead */
  another: (line: string) => `Another program is started in its place: ${line}`,
} as const
