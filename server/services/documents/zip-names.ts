/** Signatures of a ZIP file, as little-endian numbers: https://pkware.com/documents/casestudies/APPNOTE.TXT */
const endOfDirectory = 0x06054b50
const directoryEntry = 0x02014b50

const [endSize, entrySize, longestComment] = [22, 46, 65_535]

/** The names of the files in a ZIP file, read from its directory; undefined if that is damaged. */
export function zipNames(bytes: Buffer): Set<string> | undefined {
  const end = findEnd(bytes)
  if (end === undefined) return undefined
  const count = bytes.readUInt16LE(end + 10)
  const size = bytes.readUInt32LE(end + 12)
  const names = new Set<string>()
  let at = bytes.readUInt32LE(end + 16)
  if (at + size !== end) return undefined
  for (let entry = 0; entry < count; entry++) {
    if (at + entrySize > end || bytes.readUInt32LE(at) !== directoryEntry) return undefined
    const nameEnd = at + entrySize + bytes.readUInt16LE(at + 28)
    if (nameEnd > end) return undefined
    names.add(bytes.toString('utf8', at + entrySize, nameEnd))
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return at === end ? names : undefined
}

/** The record at the end of the file. A comment of any text may follow it. */
function findEnd(bytes: Buffer) {
  const earliest = Math.max(0, bytes.length - endSize - longestComment)
  for (let at = bytes.length - endSize; at >= earliest; at--) {
    if (bytes.readUInt32LE(at) !== endOfDirectory) continue
    if (at + endSize + bytes.readUInt16LE(at + 20) === bytes.length) return at
  }
  return undefined
}
