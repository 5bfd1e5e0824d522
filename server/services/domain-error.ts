import type { ErrorResponse } from '../../contract/error-response.ts'
import type { PageSentence } from '../../contract/language/kiswahili-server.ts'
import { inEnglish, type Wording } from '../../contract/language/translate.ts'
import { constraintRefusal, unavailableReason } from '../database/connection-errors.ts'
import type { Database, Transaction } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'

/**
 * An expected failure, which a service returns instead of a result. Its message is for staff, unless
 * it is a `PublicError`.
 */
export class DomainError {
  readonly kind:
    | 'not_found'
    | 'conflict'
    | 'invalid'
    | 'too_large'
    | 'unauthorized'
    | 'rate_limited'
    | 'unavailable'
  readonly message: string
  readonly fields?: Record<string, string>
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number
  /** More properties of the error response. */
  readonly details?: Omit<ErrorResponse, 'message' | 'error' | 'fields' | 'requestId'>

  constructor(
    kind: DomainError['kind'],
    message: string,
    more: Pick<DomainError, 'fields' | 'retryAfter' | 'details'> = {},
  ) {
    this.kind = kind
    this.message = message
    this.fields = more.fields
    this.retryAfter = more.retryAfter
    this.details = more.details
  }
}

/**
 * A failure whose message applicants and visitors read, too. The dictionary has its sentence.
 * `PublicError<Sentence>`: browsers translate it.
 */
export class PublicError<S extends PageSentence = PageSentence> extends DomainError {
  readonly wording: Wording<S>
  /** The errors of the wrong fields. */
  readonly errors?: Record<string, Wording<S>> | undefined

  constructor(
    kind: DomainError['kind'],
    wording: Wording<S>,
    { errors, ...more }: Pick<PublicError<S>, 'errors' | 'retryAfter'> = {},
  ) {
    const message = inEnglish(wording)
    const fields =
      errors &&
      Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, inEnglish(error)]))
    // The browser translates the sentence, and then fills in the values.
    const details = typeof wording === 'object' ? { ...wording } : undefined
    super(kind, message, { ...more, fields, details })
    this.wording = wording
    this.errors = errors
  }
}

/** The error for a record that does not exist; `what` names it in the message. */
export const notFound = (what: string) =>
  new DomainError('not_found', `This ${what} does not exist. It may have been deleted.`)

/** The same for an application that applicants ask for, too. */
export const applicationDeleted = () =>
  new PublicError('not_found', 'This application does not exist. It may have been deleted.')

/** The error of a change that the state of the data forbids, perhaps because of one field. */
export const conflict = (message: string, field?: string) =>
  new DomainError('conflict', message, field === undefined ? {} : { fields: { [field]: message } })

/** The same for applicants. */
export const publicConflict = <S extends PageSentence>(wording: Wording<S>) =>
  new PublicError('conflict', wording)

/** The error of one wrong field, for staff. */
export const invalidField = (name: string, message: string) =>
  new DomainError('invalid', message, { fields: { [name]: message } })

/** The error of one wrong field, for applicants. */
export const invalidAnswer = <S extends PageSentence>(field: string, wording: Wording<S>) =>
  new PublicError('invalid', wording, { errors: { [field]: wording } })

/** The error for an outage of database or document store, or a full disk; undefined for others. */
export function unavailable(error: unknown) {
  switch (error instanceof StoreError ? error.reason : unavailableReason(error)) {
    case 'away':
      return new PublicError(
        'unavailable',
        'This is not available at the moment. Please try again in a minute.',
        { retryAfter: 5 },
      )
    case 'full':
      return new PublicError(
        'unavailable',
        'Nothing can be saved at the moment, because our storage is full. Please try again later.',
        { retryAfter: 60 },
      )
    default:
      return undefined
  }
}

/** The document store does not work. The message is for operators and contains no credentials. */
export class StoreError extends Error {
  readonly reason: 'away' | 'full'

  constructor(reason: StoreError['reason'], message: string) {
    super(message)
    this.name = 'StoreError'
    this.reason = reason
  }
}

/** The errors in place of violated constraints. */
interface ConstraintErrors<E extends DomainError> {
  /** Of a unique index, whose name or columns it gets. */
  taken?: (constraint: string) => E
  /** Of a foreign key. */
  missing?: () => E
}

/**
 * Runs a change in a transaction, and maps violated constraints to errors. To undo what it has written,
 * the change throws a DomainError.
 */
export async function changeOrRefuse<T, E extends DomainError>(
  db: Database,
  { taken, missing }: ConstraintErrors<E>,
  change: (transaction: Transaction) => Promise<T>,
): Promise<T | E> {
  try {
    return await inTransaction(db, change)
  } catch (error) {
    if (error instanceof DomainError) return error as E
    const refused = constraintRefusal(error)
    if (refused?.kind === 'unique' && taken) return taken(refused.constraint)
    if (refused?.kind === 'foreign key' && missing) return missing()
    throw error
  }
}
