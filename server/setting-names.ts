/** The name with the fewest letters that differ, and how many differ. */
export function nearestName(name: string, names: readonly string[]) {
  const [nearest] = names
    .map((setting) => ({ setting, distance: editDistance(name.toUpperCase(), setting) }))
    .toSorted((a, b) => a.distance - b.distance)
  return nearest!
}

/** A shorter name, such as POST, may be a variable of another program. */
export const shortestCertainName = 8

/** The setting that a variable of the environment probably misspells: one letter in five differs. */
export function misspelledSetting(name: string, names: readonly string[]) {
  if (names.includes(name)) return undefined
  const { setting, distance } = nearestName(name, names)
  return distance > Math.ceil(setting.length / 5) ? undefined : setting
}

/** The Levenshtein distance: how many letters to insert, delete or replace. */
function editDistance(one: string, other: string) {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1]
    for (const [column, against] of Array.from(other).entries()) {
      const replaced = row[column]! + (letter === against ? 0 : 1)
      next.push(Math.min(replaced, row[column + 1]! + 1, next[column]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}
