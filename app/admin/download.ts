/** Saves a file through the browser's downloads. */
export function download(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Keeps the object URL for a minute: the browser reads the file after the click event.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export function downloadJson(content: object, name: string) {
  download(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }), name)
}
