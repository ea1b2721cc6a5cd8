/** Set in the environment of whatever a test file starts: by it those are found that outlive the file. */
export const FILE_MARK = 'CUELIGHT_TEST_FILE'
