/**
 * Returns a first name of up to three words; otherwise an empty string. Anybody can type another
 * person's address or number into the form. The message to that person must not contain links or
 * messages of the sender.
 */
export function safeFirstName(typed: string) {
  const isName = typed.length <= 40 && /^[\p{L}\p{M}'’-]+( [\p{L}\p{M}'’-]+){0,2}$/u.test(typed)
  return isName ? typed : ''
}
