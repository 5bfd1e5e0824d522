import type { ErrorResponse } from '../../contract/error-response.ts'
import { constraintRefusal, unavailableReason } from '../database/connection-errors.ts'
import { StoreError } from './store-error.ts'

/** An expected failure, which a service returns instead of a result. */
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
  readonly details?: Pick<ErrorResponse, 'current' | 'preview' | 'secondFactor' | 'code'>

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

/** The error for a record that does not exist; `what` names it in the message. */
export const notFound = (what: string) =>
  new DomainError('not_found', `This ${what} does not exist. It may have been deleted.`)

export const invalidField = (name: string, message: string) =>
  new DomainError('invalid', message, { fields: { [name]: message } })

/** The error for an outage of database or document store, or a full disk; undefined for others. */
export function unavailable(error: unknown) {
  switch (error instanceof StoreError ? error.reason : unavailableReason(error)) {
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
 * Runs a change and maps violated constraints to a DomainError: `taken` for the named unique index,
 * `missing` for a foreign key.
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
