import type { Readable } from 'node:stream'

import { documentMessages } from '../../../contract/document/document-messages.ts'
import { largestPicture } from '../../../contract/constants.ts'
import type { UploadPurpose } from '../../../contract/intake/paper-kinds.ts'
import { runWrite } from '../../database/transaction.ts'
import { hashToken, newToken } from '../tokens.ts'
import { invalidAnswer, PublicError } from '../domain-error.ts'
import { newRecord, now } from '../ids.ts'
import { fieldOf, finishUpload } from './finish.ts'
import { megabyte, refuseEmpty, refuseName, tooLarge } from './inspect.ts'
import { receive, receiveAlone, stopReceiving, wrongOffset } from './receive.ts'
import {
  countUpload,
  discardUpload,
  findUpload,
  lifetime,
  uploadGone,
  type UploadContext,
  type UploadRow,
} from './upload-rows.ts'

export type { UploadContext } from './upload-rows.ts'

export interface NewUpload {
  purpose: UploadPurpose
  /** The file name that the applicant gave. */
  name: string
  /** Bytes of the whole file. */
  size: number
}

/** An upload in progress. `document` is the id of the document once the upload is finished. */
export interface UploadState extends Pick<NewUpload, 'name' | 'purpose' | 'size'> {
  offset: number
  document?: string
  /** When the upload is deleted if nobody submits it; null once it is submitted. */
  expiresAt: string | null
}

/** Begins an upload. The key is the only right to continue it. */
export async function createUpload(
  context: UploadContext,
  { name: given, purpose, size }: NewUpload,
  address: string,
): Promise<{ key: string } | PublicError> {
  const name = documentName(given)
  const largest = context.settings.DOCUMENT_MAX_MB * megabyte
  if (size > largest) return new PublicError('too_large', tooLarge(largest).refused)
  const refused = refuseEmpty(size) ?? refuseName(name)
  if (refused) return invalidAnswer(fieldOf({ purpose }), refused.refused)
  return createRow(context, { purpose, name, size }, address)
}

/** Stores further bytes, and finishes the upload with the last one. */
export function appendToUpload(
  context: UploadContext,
  key: string,
  offset: number,
  bytes: Readable,
): Promise<UploadState | PublicError> {
  const keyHash = hashToken(key)
  return receiveAlone(keyHash, bytes, async () => {
    const row = await findUpload(context.db, keyHash)
    if (!row) return uploadGone()
    if (offset !== row.received) return wrongOffset()
    const error = row.state === 'receiving' ? await receive(context, row, bytes) : undefined
    return error ?? finishIfComplete(context, row)
  })
}

/** Reads the offset of an upload. Ends a PATCH that this process is still receiving. */
export async function uploadState(
  context: UploadContext,
  key: string,
): Promise<UploadState | PublicError> {
  const keyHash = hashToken(key)
  await stopReceiving(keyHash)
  const row = await findUpload(context.db, keyHash)
  return row ? finishIfComplete(context, row) : uploadGone()
}

/** Stores and checks a complete file, as an upload that is not submitted yet. */
export async function storeWholeFile(
  context: UploadContext,
  { purpose, name: given, bytes }: Omit<NewUpload, 'size'> & { bytes: Readable },
  address: string,
): Promise<{ key: string } | PublicError> {
  const size = Math.max(largestPicture, context.settings.DOCUMENT_MAX_MB * megabyte)
  const name = documentName(given)
  const refused = refuseName(name)
  const created = refused
    ? invalidAnswer(fieldOf({ purpose }), refused.refused)
    : await createRow(context, { purpose, name, size }, address)
  if (created instanceof PublicError) {
    bytes.resume()
    return created
  }
  const { key, row } = created
  const error = await receiveAndFinish(context, row, bytes).catch(async (failure: unknown) => {
    await discardUpload(context, row)
    throw failure
  })
  if (!error) return { key }
  await discardUpload(context, row)
  return error
}

async function receiveAndFinish(context: UploadContext, row: UploadRow, bytes: Readable) {
  const error = await receive(context, row, bytes)
  if (error?.kind === 'too_large') return invalidAnswer(fieldOf(row), tooLarge(row.size).refused)
  if (error) return error
  if (!bytes.readableEnded) return invalidAnswer(fieldOf(row), documentMessages.incomplete)
  const empty = refuseEmpty(row.received)
  return empty ? invalidAnswer(fieldOf(row), empty.refused) : finishUpload(context, row)
}

async function createRow(context: UploadContext, upload: NewUpload, address: string) {
  const tooMany = await countUpload(context, upload.size, address)
  if (tooMany) return tooMany
  const { token: key, tokenHash: keyHash } = newToken()
  const row = {
    ...newRecord(),
    keyHash,
    attachment: null,
    ...upload,
    state: 'receiving' as const,
    received: 0,
    parts: null,
    expiresAt: now(lifetime),
  }
  await runWrite(context.db, (writer) => writer.insertInto('documents').values(row).execute())
  return { key, row }
}

/** The state of an upload, which is finished first if all bytes are there. */
async function finishIfComplete(
  context: UploadContext,
  row: UploadRow,
): Promise<UploadState | PublicError> {
  const { _id, name, purpose, received: offset, expiresAt } = row
  const finished = { name, purpose, offset, size: offset, expiresAt, document: _id }
  if (row.state !== 'receiving') return finished
  if (offset < row.size) return { name, purpose, offset, size: row.size, expiresAt }
  return (await finishUpload(context, row)) ?? finished
}

/**
 * The file name that an applicant gave, as it is stored: without a path, control characters and
 * marks that turn the direction of text. It is shown and sent to staff, but never used as a path.
 */
function documentName(given: string) {
  const name = given
    .slice(-1000)
    .replace(/^.*[/\\]/s, '')
    .replaceAll(/\p{C}/gu, '')
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (name === '') return 'document'
  const ending = /\.\w{1,5}$/.exec(name)?.[0] ?? ''
  const [start] = new RegExp(`^.{0,${longestName - ending.length}}`, 'u').exec(name) ?? ['']
  return name.length <= longestName ? name : start + ending
}

/** Letters of a file name at most. */
const longestName = 150
