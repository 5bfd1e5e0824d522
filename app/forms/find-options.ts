import type { Choice } from './record-select.tsx'

/** Matches that are shown at most. */
const most = 8

/**
 * Options that fit what somebody types: each typed word begins a word of the name, or the text begins
 * the initials, as in JKUAT. The best matches come first.
 */
export function findOptions<Option extends Choice>(options: readonly Option[], typed: string) {
  const wanted = wordsIn(typed)
  if (wanted.length === 0) return []
  const ranked = options.map((option) => ({ option, rank: rankOf(option.name, wanted) }))
  return ranked
    .filter(({ rank }) => rank < Infinity)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ option }) => option)
}

/** The option whose whole name somebody has typed, dictated or pasted. */
export function findByWholeName<Option extends Choice>(options: readonly Option[], typed: string) {
  const wanted = wordsIn(typed).join(' ')
  return options.find(({ name }) => wordsIn(name).join(' ') === wanted)
}

function rankOf(name: string, wanted: string[]) {
  const together = wanted.join('')
  if (initialsOf(name).some((initials) => initials.startsWith(together))) return 0
  const words = wordsIn(name)
  if (!wanted.every((part) => words.some((word) => word.startsWith(part)))) return Infinity
  return words[0]?.startsWith(wanted[0] ?? '') ? 1 : 2
}

/** The initials of a name, without and with its small words: JKUAT and JKUOAAT. */
function initialsOf(name: string) {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const capitals = words.filter((word) => /^[\p{Lu}\p{N}]/u.test(word))
  return [capitals, words].map((all) => plain(all.map(([initial = '']) => initial).join('')))
}

function wordsIn(text: string) {
  return plain(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** In lower case, without accents and apostrophes: Murang'a is found as muranga. */
function plain(text: string) {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’ʼ]/gu, '')
    .toLowerCase()
}
