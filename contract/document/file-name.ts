/** Longest file name in bytes of UTF-8. File systems allow 255, and programs add ' (1)' or so. */
const maxBytes = 180

/** Endings that phones and computers give to documents. The right one replaces them. */
const documentEnding = /\.(pdf|jpe?g|png|docx?|heic|heif)$/i

/** Names that Windows keeps for devices, with any ending. */
const deviceName = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?=$|[. ])/i

/** A file name with this ending that every system accepts, from a name that may be hostile. */
export function safeFileName(name: string, ending: string) {
  const stem = cleanForFileName(name.replace(documentEnding, ''), maxBytes - ending.length - 1)
  return `${(stem || 'document').replace(deviceName, '_$&')}.${ending}`
}

/**
 * Removes what must not be in a file name: control and direction characters, and the characters
 * that Windows refuses. The result has at most `longest` bytes of UTF-8.
 */
export function cleanForFileName(text: string, longest: number) {
  const clean = text
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{C}/gu, '')
    .replaceAll(/[<>:"/\\|?*]/g, '_')
  return trimEnds(shorten(trimEnds(clean), longest))
}

/** Windows drops dots and spaces at the end; other systems hide names with a dot at the start. */
function trimEnds(text: string) {
  return text.replaceAll(/^[. ]+|[. ]+$/g, '')
}

function shorten(text: string, longest: number) {
  const encoder = new TextEncoder()
  let short = ''
  let bytes = 0
  for (const character of text) {
    bytes += encoder.encode(character).length
    if (bytes > longest) return short
    short += character
  }
  return short
}
