/** A file in a ZIP file, as the directory describes it. */
export interface ZipEntry {
  name: string
  isEncrypted: boolean
  /** 0: stored, 8: deflated. */
  method: number
  /** Bytes of the content in the ZIP file. */
  size: number
  /** Offset of its local header. */
  at: number
}

/** Signatures as little-endian numbers: https://pkware.com/documents/casestudies/APPNOTE.TXT */
const [localHeader, directoryEntry, endOfDirectory] = [0x04034b50, 0x02014b50, 0x06054b50]
const [zip64Locator, zip64End] = [0x07064b50, 0x06064b50]

/** Bytes of the records without their names and comments. */
const [localSize, entrySize, endSize, locatorSize] = [30, 46, 22, 20]

/** Bytes behind the end record at most: a comment, and what a transfer program has added. */
const longestTail = 65_535 + 4096

/** A 32-bit field with this value is in the ZIP64 extra field instead. */
const elsewhere = 0xffff_ffff

/** The files in a ZIP file, read from its directory; undefined if that is cut or damaged. */
export function readZipDirectory(bytes: Uint8Array): ZipEntry[] | undefined {
  const view = viewOf(bytes)
  try {
    const end = findEnd(view)
    if (end === undefined) return undefined
    const { count, at } = directoryOf(view, end)
    const entries = readEntries(bytes, view, at, end)
    return entries.length < count ? undefined : entries
  } catch {
    // A field points behind the end of the file.
    return undefined
  }
}

/** The content of a file in a ZIP file; undefined if it is unreadable or longer than `most` bytes. */
export async function readZipEntry(
  bytes: Uint8Array<ArrayBuffer>,
  { isEncrypted, method, size, at }: ZipEntry,
  most: number,
): Promise<Uint8Array | undefined> {
  try {
    const view = viewOf(bytes)
    if (isEncrypted || view.getUint32(at, true) !== localHeader) return undefined
    const start = at + localSize + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
    const content = bytes.subarray(start, start + size)
    if (method === 8) return await inflate(content, most)
    return method === 0 && size <= most ? content : undefined
  } catch {
    return undefined
  }
}

/** Whether this browser can inflate. The oldest ones that the form supports cannot. */
export function canInflate() {
  try {
    return Boolean(new DecompressionStream('deflate-raw'))
  } catch {
    return false
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array) {
  return new DataView(buffer, byteOffset, byteLength)
}

function findEnd(view: DataView) {
  const earliest = Math.max(0, view.byteLength - endSize - longestTail)
  for (let at = view.byteLength - endSize; at >= earliest; at--) {
    if (view.getUint32(at, true) === endOfDirectory) return at
  }
  return undefined
}

function directoryOf(view: DataView, end: number) {
  const locator = end - locatorSize
  if (locator >= 0 && view.getUint32(locator, true) === zip64Locator) {
    const at = readUint64(view, locator + 8)
    if (view.getUint32(at, true) === zip64End) {
      return { count: readUint64(view, at + 32), at: readUint64(view, at + 48) }
    }
  }
  return { count: view.getUint16(end + 10, true), at: view.getUint32(end + 16, true) }
}

/** Reads every entry, also those beyond the count of the end record: programs may ignore the count. */
function readEntries(bytes: Uint8Array, view: DataView, start: number, end: number) {
  const entries: ZipEntry[] = []
  const decoder = new TextDecoder()
  for (let at = start; at + entrySize <= end && view.getUint32(at, true) === directoryEntry;) {
    const nameEnd = at + entrySize + view.getUint16(at + 28, true)
    const extraEnd = nameEnd + view.getUint16(at + 30, true)
    const sizes = [24, 20, 42].map((field) => view.getUint32(at + field, true))
    const [, size = 0, header = 0] = withZip64(view, sizes, nameEnd, extraEnd)
    entries.push({
      name: decoder.decode(bytes.subarray(at + entrySize, nameEnd)),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      size,
      at: header,
    })
    at = extraEnd + view.getUint16(at + 32, true)
  }
  return entries
}

/** Takes the fields that have no room in 32 bits from the ZIP64 extra field, in their order. */
function withZip64(view: DataView, fields: number[], start: number, end: number) {
  for (let at = start; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    let next = at + 4
    return fields.map((field) => {
      if (field !== elsewhere) return field
      next += 8
      return readUint64(view, next - 8)
    })
  }
  return fields
}

function readUint64(view: DataView, at: number) {
  return Number(view.getBigUint64(at, true))
}

async function inflate(bytes: Uint8Array<ArrayBuffer>, most: number) {
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = inflated.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (let next = await reader.read(); next.value; next = await reader.read()) {
    chunks.push(next.value)
    length += next.value.length
    if (length <= most) continue
    await reader.cancel()
    return undefined
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
