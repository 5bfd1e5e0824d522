import type { Readable } from 'node:stream'

import { safeFileName } from '../../../contract/document/file-name.ts'
import type { LetterKind } from '../../../contract/intake/letter-kinds.ts'
import type { Database } from '../../database/tables.ts'
import { DomainError, PublicError } from '../domain-error.ts'
import { renderLetter, streamLetters } from './letter-pdf.ts'
import type { LetterOptions } from './letterhead.ts'
import { letterTexts } from './letter-texts.ts'
import { type IssuedLetter, issueLetter } from './letters.ts'

export interface WantedLetter extends LetterOptions {
  kind: LetterKind
}

/**
 * Issues a letter and renders it, with a file name such as `Acceptance letter Zawadi Mwangi.pdf`. `by` is
 * the user; null for the applicant.
 */
export async function makeLetter(
  db: Database,
  attachment: string,
  { kind, ...options }: WantedLetter,
  by: string | null,
) {
  const letter = await issueLetter(db, attachment, kind, by)
  if (letter instanceof PublicError) return letter
  const { fileName } = letterTexts[options.language][kind]
  return {
    bytes: await renderLetter(letter, options),
    fileName: safeFileName(`${fileName} ${letter.firstName} ${letter.lastName}`, 'pdf'),
  }
}

/**
 * Streams the letters of several applications as one PDF. Applications that cannot get this letter are
 * left out. Each letter is issued just before it is drawn.
 */
export async function makeLetters(
  db: Database,
  ids: readonly string[],
  { kind, ...options }: WantedLetter,
  by: string,
): Promise<Readable | DomainError> {
  const letters = issueAll(db, ids, kind, by)
  const first = await letters.next()
  if (first.done) return noLetters(kind)
  return streamLetters(first.value, startingWith(first.value, letters), options)
}

async function* issueAll(db: Database, ids: readonly string[], kind: LetterKind, by: string) {
  for (const id of new Set(ids)) {
    const letter = await issueLetter(db, id, kind, by)
    if (!(letter instanceof DomainError)) yield letter
  }
}

async function* startingWith(first: IssuedLetter, others: AsyncIterable<IssuedLetter>) {
  yield first
  yield* others
}

const noLetters = (kind: LetterKind) =>
  new DomainError(
    'conflict',
    kind === 'completion'
      ? 'None of these applicants has ended an attachment yet. A certificate is made once it has ended.'
      : 'None of these applicants has a confirmed place. A letter is made once the place is confirmed.',
  )
