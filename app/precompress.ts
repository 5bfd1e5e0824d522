import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)

/** Compresses each text file of the build to `<file>.br`, at Brotli's highest level. */
export async function precompress(folder: string) {
  const files = globSync(`${folder}/**/*.{html,css,js,svg,xml,txt,data,webmanifest}`)
  await Promise.all(
    files.map(async (file) => {
      const body = readFileSync(file)
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
      writeFileSync(`${file}.br`, await compress(body, { params }))
    }),
  )
}
