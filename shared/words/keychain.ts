/** Where a key goes when no keychain answers. The system's own reason is for the log and the support bundle. */
export const KEY_THIS_RUN = 'No keychain: you will need to enter the key again next time.'
