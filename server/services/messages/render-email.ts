import { languages, pathIn, type Language } from '../../../contract/languages.ts'
import { messageKinds, type MessageKind, type MessageSample } from '../../../contract/message.ts'
import { declineReasonIds } from '../../../contract/constants.ts'
import type { Database } from '../../database/tables.ts'
import { wordsOf, type Facts, type Foundation, type Words } from './email-templates.ts'

export interface Letter extends Words {
  to: string
}

/** Writes what an applicant is told as things are now; undefined where the application is gone. */
export type WriteLetter = (
  db: Database,
  message: { attachment: string; kind: MessageKind },
) => Promise<Letter | undefined>

/** Who writes, and where the site is, if that is known. */
export interface Sender {
  foundation: Foundation
  publicUrl: string | undefined
}

export function letterWriter(sender: Sender): WriteLetter {
  return async (db, { attachment, kind }) => {
    const found = await db
      .selectFrom('attachments')
      .select([
        'first_name',
        'email',
        'referenceId',
        'language',
        'declined_reason as reason',
        'declined_message as message',
      ])
      .where('_id', '=', attachment)
      .executeTakeFirst()
    if (!found) return undefined
    const { first_name, email, referenceId, language, reason, message } = found
    const facts = {
      ...factsOf(sender, language, referenceId),
      firstName: nameIn(first_name),
      decline: reason && { reason, message },
    }
    return { to: email, ...wordsOf(language, kind, facts) }
  }
}

/** Every text in every language, to a made-up applicant; a decline with each of its reasons. */
export function samples(sender: Sender): MessageSample[] {
  return languages.flatMap((language) =>
    messageKinds.flatMap((kind) => {
      const reasons = kind === 'declined' ? declineReasonIds : [null]
      return reasons.map((reason) => {
        const facts: Facts = {
          ...factsOf(sender, language, 'SPH-2026-7K3Q9M2X'),
          firstName: 'Zawadi',
          decline: reason && { reason, message: null },
        }
        return { kind, language, reason, ...wordsOf(language, kind, facts) }
      })
    }),
  )
}

function factsOf({ foundation, publicUrl }: Sender, language: Language, referenceId: string) {
  const page = pathIn(language, '/industrial-attachment/status')
  const statusPage = publicUrl && `${publicUrl}${page}?reference=${referenceId}`
  return { foundation, referenceId, statusPage }
}

/**
 * A first name of up to three words as it may stand in a letter, or nothing. Anybody may type
 * anything there, and anybody's address: we carry no links and no messages of strangers.
 */
function nameIn(typed: string) {
  const isName = typed.length <= 40 && /^[\p{L}\p{M}'’-]+( [\p{L}\p{M}'’-]+){0,2}$/u.test(typed)
  return isName ? typed : ''
}
