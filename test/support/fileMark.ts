/** Set in the environment of whatever a test file starts, to find processes that outlive the file. */
export const FILE_MARK = 'CUELIGHT_TEST_FILE'
