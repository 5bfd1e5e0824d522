/** The user of a row, by id and current name; null for what came with the product. */
export function userOf(_id: string | null, name: string | null) {
  return _id === null ? null : { _id, name: name ?? 'Deleted user' }
}
