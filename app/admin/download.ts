/** Hands a file that was loaded over to the browser's downloads. */
export function download(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** yyyyMMdd_HHmmss by the clock of this computer. */
export function fileTimestamp(date: Date) {
  const local = date.toLocaleString('sv-SE')
  return local.replaceAll(/[-:]/g, '').replace(' ', '_')
}
