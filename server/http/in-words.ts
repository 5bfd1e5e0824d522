/** A name of the code as a heading or at the start of a sentence, such as `Broken off` for `broken_off`. */
export function inWords(name: string) {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
