/** The number behind an option such as `--kills` on the bench's command line, or what is usual. */
export function numberAsked(option: string, usual: number): number {
  const place = process.argv.indexOf(option)
  const asked = place === -1 ? usual : Number(process.argv[place + 1])
  if (!Number.isInteger(asked) || asked < 1) throw new Error(`${option} takes a whole number from 1 on`)
  return asked
}
