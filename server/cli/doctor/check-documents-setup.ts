import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'

import { ZipFile } from 'yazl'

import { describeError } from '../../database/connection-errors.ts'
import { clamdVersion, scan } from '../../services/documents/clamd.ts'
import type { DocumentStore } from '../../services/documents/document-store.ts'
import { s3Store } from '../../services/documents/s3-store.ts'
import type { Settings } from '../../settings.ts'
import { type DoctorEnvironment, problemFinding, warningFinding, type Finding } from './finding.ts'
import { isUnencrypted } from './check-settings.ts'

const megabyte = 1_000_000
const day = 24 * 60 * 60 * 1000

/** Tries to write, read, list and delete a file of the bucket. */
export async function checkBucket({ DOCUMENTS_S3 }: Pick<Settings, 'DOCUMENTS_S3'>) {
  if (DOCUMENTS_S3 === undefined) return []
  const findings: Finding[] = []
  if (isUnencrypted(DOCUMENTS_S3)) {
    const what = 'DOCUMENTS_S3 is http: documents travel through the network unencrypted'
    findings.push(warningFinding(what, 'Use https.'))
  }
  const timing = { silence: 5_000, maxTime: 5_000 }
  try {
    await tryStore(s3Store(DOCUMENTS_S3, { spoolFolder: tmpdir(), timing }))
  } catch (error) {
    const todo =
      'Check key, secret, host, bucket and region in DOCUMENTS_S3. The key needs the rights to write, read, list and delete.'
    findings.push(problemFinding(`The bucket cannot be used: ${describeError(error)}`, todo))
  }
  return findings
}

async function tryStore(store: DocumentStore) {
  const name = `doctor-${randomUUID()}`
  await store.put(name, Readable.from([Buffer.from(name)]))
  try {
    const file = await store.get(name)
    if (!file || (await text(file.bytes)) !== name) throw new Error('a file changes when stored')
    for await (const _ of store.list()) break
  } finally {
    await store.remove(name)
  }
}

/** Lets clamd scan a harmless test file that scanners report, and files at its limits. */
export async function checkScanner(
  { now }: Pick<DoctorEnvironment, 'now'>,
  { CLAMD, DOCUMENT_MAX_MB }: Pick<Settings, 'CLAMD' | 'DOCUMENT_MAX_MB'>,
): Promise<Finding[]> {
  if (CLAMD === undefined) {
    const what = 'No virus scanner is set up: staff read "not checked for viruses" at each document'
    return [warningFinding(what, 'Install ClamAV, and set CLAMD.')]
  }
  try {
    const version = await clamdVersion(CLAMD, limits)
    return [
      ...checkSignatures(version, now()),
      ...(await checkDetection(CLAMD)),
      ...(await checkSize(CLAMD, DOCUMENT_MAX_MB)),
      ...(await checkAlerts(CLAMD)),
    ]
  } catch (error) {
    const todo =
      'Is clamav-daemon running? Check CLAMD, and that this user may use the socket. Until then, staff cannot open new documents.'
    return [problemFinding(`clamd cannot be used: ${describeError(error)}`, todo)]
  }
}

const limits = { silence: 20_000, total: 60_000 }

/** The version ends with the time of the signatures, such as `…/27800/Mon Nov 23 08:24:01 2026`. */
function checkSignatures(version: string, now: number): Finding[] {
  const [name, , date = ''] = version.split('/')
  const age = (now - Date.parse(date)) / day
  if (age < 7) return []
  const signatures = Number.isNaN(age) ? 'no dated signatures' : `signatures of ${date}`
  return [warningFinding(`${name} has ${signatures}`, 'Is clamav-freshclam running?')]
}

async function checkDetection(address: string): Promise<Finding[]> {
  const { result } = await scan(address, Readable.from([eicar()]), limits)
  if (result === 'virus') return []
  const todo = 'Its signatures are missing: run freshclam, and restart clamav-daemon.'
  return [problemFinding('clamd does not recognise the EICAR test file', todo)]
}

async function checkSize(address: string, megabytes: number): Promise<Finding[]> {
  const parts = Array.from({ length: megabytes }, () => Buffer.alloc(megabyte))
  // After its limit, clamd closes the connection. Its reply may then be lost.
  const verdict = await scan(address, Readable.from(parts), limits).catch((error: unknown) => ({
    result: 'error' as const,
    reply: describeError(error),
  }))
  if (verdict.result === 'clean') return []
  const reply = verdict.result === 'error' ? verdict.reply : verdict.name
  const todo = `Set StreamMaxLength, MaxFileSize and MaxScanSize to at least ${megabytes + 1}M in clamd.conf.`
  return [problemFinding(`clamd does not scan files of ${megabytes} MB: ${reply}`, todo)]
}

/** The archive has more levels than clamd can be set to open. */
async function checkAlerts(address: string): Promise<Finding[]> {
  let archive = Buffer.from('nested')
  for (let level = 0; level < maxRecursion + 10; level++) archive = await zipOf(archive)
  const { result } = await scan(address, Readable.from([archive]), limits)
  if (result === 'error') return []
  const what = 'clamd calls a file clean that is over its limits and was not scanned completely'
  return [warningFinding(what, 'Set AlertExceedsMax yes in clamd.conf, and restart clamav-daemon.')]
}

/** The largest value that clamd takes for its setting MaxRecursion. */
const maxRecursion = 100

function zipOf(content: Buffer) {
  const zip = new ZipFile()
  zip.addBuffer(content, 'file.zip', { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}

/** The EICAR test file, in pieces: virus scanners report every file that contains it. */
export function eicar() {
  const pieces = [
    'X5O!P%@AP[4\\PZX54(P^)7CC)7}',
    '$EICAR-STANDARD',
    '-ANTIVIRUS-TEST',
    '-FILE!$H+H*',
  ]
  return Buffer.from(pieces.join(''))
}
