/** The filter by a number: `FROM..TO`, either of which may be left out; empty without both. */
export function rangeOf([from = '', to = '']: readonly string[]) {
  return from === '' && to === '' ? '' : `${from}..${to}`
}

/** The ends of a range in the address, in which people can type anything. */
export function rangeIn(value: string): [from: string, to: string] {
  const [from = '', to = ''] = value.split('..')
  return [from, to]
}
