/** Why a stream key is not in the keychain. */
export function describeKeychain(answer: { readonly is: string; readonly message?: string }): string {
  if (answer.is === 'locked') return 'the keychain is locked'
  return answer.message ? `no keychain: ${answer.message}` : 'there is no keychain'
}
