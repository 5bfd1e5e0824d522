type Reference = { _id: string; name: string } | null

/**
 * A row with `institution` (an id) and `institution_name` side by side becomes a record with
 * `institution: {_id, name}`; null where the row refers to nothing.
 */
export function withReferences<Row extends object, const Key extends keyof Row & string>(
  row: Row & { [K in Key as `${K}_name`]: string | null },
  keys: readonly Key[],
) {
  const record: Record<string, unknown> = { ...row }
  for (const key of keys) {
    const name = `${key}_name`
    record[key] = record[key] === null ? null : { _id: record[key], name: record[name] }
    delete record[name]
  }
  return record as Omit<Row, Key | `${Key}_name`> & { [K in Key]: Reference }
}
