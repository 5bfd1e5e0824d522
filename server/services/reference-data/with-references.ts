type Reference = { _id: string; name: string } | null

/**
 * Nests the names of related records: the columns `institution` (an id) and `institutionName`
 * become `institution: {_id, name}`, or null, also if that record does not exist. The columns in
 * `others` are left out.
 */
export function withReferences<Row extends object, const Key extends keyof Row & string>(
  row: Row & { [K in Key as `${K}Name`]: string | null },
  keys: readonly Key[],
  others: readonly string[] = [],
) {
  const given = row as Record<string, unknown>
  const record: Record<string, unknown> = {}
  for (const name in given) {
    const isReference = keys.includes(name as Key)
    if (isReference) {
      const nameOfRecord = given[`${name}Name`]
      record[name] = nameOfRecord === null ? null : { _id: given[name], name: nameOfRecord }
    } else if (!isNameOf(name, keys) && !others.includes(name)) record[name] = given[name]
  }
  return record as Omit<Row, Key | `${Key}Name`> & { [K in Key]: Reference }
}

function isNameOf(name: string, keys: readonly string[]) {
  return name.endsWith('Name') && keys.includes(name.slice(0, -'Name'.length))
}
