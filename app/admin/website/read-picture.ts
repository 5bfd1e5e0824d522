export interface ChosenPicture {
  /** A data URL: the Content-Security-Policy allows no other address for a local file. */
  url: string
  /** The bytes in base64. */
  bytes: string
  /** The direction in which the picture is longer than its frame. */
  axis: 'x' | 'y'
}

/** Reads a picture file. Rejects if the browser cannot show it. */
export async function readPicture(
  file: File,
  frame: { width: number; height: number },
): Promise<ChosenPicture> {
  const url = await dataUrlOf(file)
  const image = new Image()
  image.src = url
  await image.decode()
  const isWider = image.naturalWidth * frame.height > image.naturalHeight * frame.width
  return { url, bytes: url.slice(url.indexOf(',') + 1), axis: isWider ? 'x' : 'y' }
}

function dataUrlOf(file: File) {
  return new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result)
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Failed to read')))
    reader.readAsDataURL(file)
  })
}
