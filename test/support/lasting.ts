/** Running child programs of this process. */
export const programsRunning = (): number =>
  process.getActiveResourcesInfo().filter((one) => one === 'ProcessWrap').length

/** How many of these ran before this test file began: the browser, which all files share. */
export const lasting = { programs: 0 }
