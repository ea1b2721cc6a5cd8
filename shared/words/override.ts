import type { Invalid } from '../commands/commands.ts'

/** Why an override file is not in force. Stands after "The override file is not in force: ". */
export const OVERRIDE_PROBLEMS = {
  notThere: 'there is no such file',
  noFile: 'it is not a file',
  tooLarge: (mostBytes: number) => `it is larger than ${mostBytes / 1024} kB`,
  notText: 'it is not UTF-8 text',
  notJson: 'it is not JSON',
  unreadable: (reason: string) => `it cannot be read (${reason})`,
  invalid: ({ field, message }: Invalid) => `${field}: ${message}`,
} as const
