type Reference = { _id: string; name: string } | null

/**
 * Nests the names of related records: the columns `institution` (an id) and `institution_name`
 * become `institution: {_id, name}`, or null. The columns in `others` are left out.
 */
export function withReferences<Row extends object, const Key extends keyof Row & string>(
  row: Row & { [K in Key as `${K}_name`]: string | null },
  keys: readonly Key[],
  others: readonly string[] = [],
) {
  const given = row as Record<string, unknown>
  const record: Record<string, unknown> = {}
  for (const name in given) {
    const isReference = keys.includes(name as Key)
    if (isReference) {
      const _id = given[name]
      record[name] = _id === null ? null : { _id, name: given[`${name}_name`] }
    } else if (!isNameOf(name, keys) && !others.includes(name)) record[name] = given[name]
  }
  return record as Omit<Row, Key | `${Key}_name`> & { [K in Key]: Reference }
}

function isNameOf(name: string, keys: readonly string[]) {
  return name.endsWith('_name') && keys.includes(name.slice(0, -'_name'.length))
}
