const longest = 150

/**
 * The file name that an applicant gave, as it is stored: without a path, control characters and
 * marks that turn the direction of text. It is shown and sent to staff, but never used as a path.
 */
export function documentName(given: string) {
  const name = given
    .slice(-1000)
    .replace(/^.*[/\\]/s, '')
    .replaceAll(/\p{C}/gu, '')
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (name === '') return 'document'
  const ending = /\.\w{1,5}$/.exec(name)?.[0] ?? ''
  const [start] = new RegExp(`^.{0,${longest - ending.length}}`, 'u').exec(name) ?? ['']
  return name.length <= longest ? name : start + ending
}
