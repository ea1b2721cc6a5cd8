/** Programs that run in this process now: each is one whose end it would hear of. */
export const programsRunning = (): number =>
  process.getActiveResourcesInfo().filter((one) => one === 'ProcessWrap').length

/** Of these, how many ran before this test file began: the browser, which is there for all of them. */
export const lasting = { programs: 0 }
