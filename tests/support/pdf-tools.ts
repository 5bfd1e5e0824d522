import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { findProgramFolder } from '../../server/cli/backup/find-program.ts'

const run = promisify(execFile)

export const hasPoppler = () => findProgramFolder('pdftotext', 'pdfinfo', 'pdftoppm') !== undefined
export const hasZbar = () => findProgramFolder('zbarimg') !== undefined

/** The text of a PDF, read with poppler. */
export const textOf = (pdf: Buffer) =>
  withFile(pdf, (file) => stdout('pdftotext', '-layout', file, '-'))

/** The description of a PDF by poppler: title, pages, whether it is tagged. */
export const infoOf = (pdf: Buffer) => withFile(pdf, (file) => stdout('pdfinfo', file))

/** The structure of a tagged PDF, with its text. */
export const structureOf = (pdf: Buffer) =>
  withFile(pdf, (file) => stdout('pdfinfo', '-struct-text', file))

/** The text of the QR code on the first page, read with zbar. */
export const qrCodeOf = (pdf: Buffer) =>
  withFile(pdf, async (file) => {
    await run('pdftoppm', ['-r', '150', '-png', '-singlefile', file, file])
    return (await stdout('zbarimg', '-q', '--raw', `${file}.png`)).trim()
  })

async function stdout(program: string, ...args: string[]) {
  return (await run(program, args)).stdout
}

async function withFile<T>(pdf: Buffer, use: (file: string) => Promise<T>) {
  const folder = await mkdtemp(join(tmpdir(), 'test-pdf-'))
  try {
    const file = join(folder, 'letter.pdf')
    await writeFile(file, pdf)
    return await use(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}
