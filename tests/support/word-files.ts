import { deflateRawSync } from 'node:zlib'

interface ZipShape {
  /** Writes the ZIP64 records of large files, and moves positions and counts there. */
  isZip64?: boolean
  /** Entries that the end record does not count. */
  uncounted?: number
  /** Bytes after the end. */
  tail?: string
}

const namespace = 'http://schemas.openxmlformats.org/package/2006/content-types'
const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export const wordMain =
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
export const macroMain = 'application/vnd.ms-word.document.macroEnabled.main+xml'

/** The content types of a Word file whose main part has this name. */
export function contentTypes(main: string, type = wordMain, more = '') {
  return `<?xml version="1.0"?><Types xmlns="${namespace}"><Default Extension="xml" ContentType="application/xml"/>${more}<Override PartName="/${main}" ContentType="${type}"/></Types>`
}

export function relationTo(target: string, type = `${relationship}/officeDocument`) {
  return `<?xml version="1.0"?><Relationships><Relationship Id="rId1" Type="${type}" Target="${target}"/></Relationships>`
}

/** The files of a Word file as Word writes them. */
export const wordParts = (main = 'word/document.xml') => ({
  '[Content_Types].xml': contentTypes(main),
  '_rels/.rels': relationTo(main),
  [main]: '<w:document/>',
})

/** A ZIP file of these files, in their order. */
export function zipOf(
  files: Record<string, string | Buffer>,
  { isZip64 = false, uncounted = 0, tail = '' }: ZipShape = {},
) {
  const contents: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const deflated = deflateRawSync(content)
    const extra = isZip64 ? Buffer.alloc(20) : Buffer.alloc(0)
    if (isZip64) {
      extra.writeUInt16LE(1)
      extra.writeUInt16LE(16, 2)
      extra.writeBigUInt64LE(BigInt(deflated.length), 4)
      extra.writeBigUInt64LE(BigInt(offset), 12)
    }
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(isZip64 ? 0xffff_ffff : deflated.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt16LE(extra.length, 30)
    entry.writeUInt32LE(isZip64 ? 0xffff_ffff : offset, 42)
    contents.push(local, Buffer.from(name), deflated)
    directory.push(entry, Buffer.from(name), extra)
    offset += 30 + name.length + deflated.length
  }
  const count = Object.keys(files).length - uncounted
  const size = Buffer.concat(directory).length
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(isZip64 ? 0xffff : count, 8)
  end.writeUInt16LE(isZip64 ? 0xffff : count, 10)
  end.writeUInt32LE(isZip64 ? 0xffff_ffff : size, 12)
  end.writeUInt32LE(isZip64 ? 0xffff_ffff : offset, 16)
  const records = isZip64 ? zip64Records(count, size, offset) : []
  return new Uint8Array(
    Buffer.concat([...contents, ...directory, ...records, end, Buffer.from(tail)]),
  )
}

function zip64Records(count: number, size: number, offset: number) {
  const end = Buffer.alloc(56)
  end.writeUInt32LE(0x06064b50)
  end.writeBigUInt64LE(44n, 4)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return [end, locator]
}
