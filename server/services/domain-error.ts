import type { ErrorResponse } from '../../contract/error-response.ts'
import { constraintRefusal, unavailableReason } from '../database/connection-errors.ts'

/** What a service answers instead of a result when what was asked cannot be done. */
export class DomainError {
  readonly kind:
    | 'not_found'
    | 'conflict'
    | 'invalid'
    | 'unauthorized'
    | 'rate_limited'
    | 'unavailable'
  readonly message: string
  readonly fields?: Record<string, string>
  /** After how many seconds a new try makes sense. */
  readonly retryAfter?: number
  /** What else the answer carries. */
  readonly details?: Pick<ErrorResponse, 'current' | 'preview' | 'secondFactor'>

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

/** There is no such record (any more). */
export const notFound = (what: string) =>
  new DomainError('not_found', `This ${what} does not exist. It may have been deleted.`)

/** One field is wrong, in the words of `message`. */
export const invalidField = (name: string, message: string) =>
  new DomainError('invalid', message, { fields: { [name]: message } })

/** What is said when the database cannot answer for now; undefined when an error is another one. */
export function unavailable(error: unknown) {
  switch (unavailableReason(error)) {
    case 'away':
      return new DomainError(
        'unavailable',
        'This is not available at the moment. Please try again in a minute.',
        { retryAfter: 5 },
      )
    case 'full':
      return new DomainError(
        'unavailable',
        'Nothing can be saved at the moment, because our storage is full. Please try again later.',
        { retryAfter: 60 },
      )
    default:
      return undefined
  }
}

/**
 * Runs a change; what a constraint of the database refuses becomes a DomainError: `taken` gives it for
 * the name of the unique index that was hit, `missing` for a reference to a record that is gone.
 */
export async function mapConstraintErrors<T>(
  change: () => Promise<T>,
  { taken, missing }: { taken?: (constraint: string) => DomainError; missing?: () => DomainError },
): Promise<T | DomainError> {
  try {
    return await change()
  } catch (error) {
    const refused = constraintRefusal(error)
    if (refused?.kind === 'unique' && taken) return taken(refused.constraint)
    if (refused?.kind === 'foreign key' && missing) return missing()
    throw error
  }
}
