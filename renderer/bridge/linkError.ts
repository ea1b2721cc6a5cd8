/** The link to the core ended before an outcome came. */
export class LinkError extends Error {
  override readonly name = 'LinkError'
  /** False: the command surely never left this page. True: the core may have carried it out. */
  readonly sent: boolean

  constructor(sent: boolean) {
    super(sent ? 'the link ended before the outcome came' : 'there is no link')
    this.sent = sent
  }
}
