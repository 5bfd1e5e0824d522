import { globSync, readFileSync, writeFileSync } from 'node:fs'

import { publicUrlPlaceholder } from '../contract/constants.ts'
import { encode, type Encoding, suffixes } from '../server/http/encodings.ts'

/**
 * Compresses each text file of the build with each encoding, such as `<file>.br`. The server
 * compresses pages itself, after it has replaced the placeholder of the public URL.
 */
export async function precompress(folder: string) {
  const files = globSync(`${folder}/**/*.{html,css,js,svg,xml,txt,data,webmanifest}`)
  // One file at a time: each compression takes memory of its own.
  for (const file of files) {
    const body = readFileSync(file)
    if (body.includes(publicUrlPlaceholder)) continue
    for (const [encoding, encoded] of Object.entries(await encode(body))) {
      writeFileSync(file + suffixes[encoding as Encoding], encoded)
    }
  }
}
