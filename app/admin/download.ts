/** Saves a loaded file through the browser's downloads. */
export function download(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Revoked later: the browser reads the blob after the click event.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** yyyyMMdd_HHmmss in the computer's time zone. */
export function fileTimestamp(date: Date) {
  const local = date.toLocaleString('sv-SE')
  return local.replaceAll(/[-:]/g, '').replace(' ', '_')
}
