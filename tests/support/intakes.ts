import { randomUUID } from 'node:crypto'

import { expect } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import type { Intake } from '../../contract/intake/intake.ts'
import type { AttachmentsTable } from '../../server/database/tables.ts'
import { type Ask, submission } from './api.ts'
import { anotherPerson, type Choices } from './submission.ts'

const day = 24 * 60 * 60 * 1000

/** An ISO time some days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

/** The day (YYYY-MM-DD) some days from now. */
export const dayIn = (days: number) => inDays(days).slice(0, 10)

/** The body of an intake that is open now, with attachments that begin in 40 days. */
export function newIntake(changes: object = {}) {
  return {
    name: `Intake ${randomUUID()}`,
    name_sw: null,
    opensAt: inDays(-10),
    closesAt: inDays(20),
    startsOn: dayIn(40),
    endsOn: dayIn(130),
    answerDays: 7,
    autoPromote: false,
    lapsesWithoutPapers: false,
    places: [] as { department: string; places: number }[],
    ...changes,
  }
}

/** Like `newIntake`, with places in one department. */
export function intakeBody(department: string, places: number, changes: object = {}) {
  return newIntake({ places: [{ department, places }], ...changes })
}

/** The stored columns of an application without an intake, as the API returns them. */
export function withoutOffer<Row extends OfferColumns>(row: Row) {
  const { offerState, offeredAt, answerBy, answeredAt, waitingOrder, ...rest } = row
  expect([offerState, offeredAt, answerBy, answeredAt, waitingOrder]).toEqual(Array(5).fill(null))
  return { ...rest, offer: null, waiting: null }
}

type OfferColumns = Pick<
  AttachmentsTable,
  'offerState' | 'offeredAt' | 'answerBy' | 'answeredAt' | 'waitingOrder'
>

/** Functions that play the parts of staff and applicants in an intake. */
export function intakeActors(ask: Ask, token: string, choices: Choices) {
  const create = async (places: number, changes: object = {}) => {
    const body = intakeBody(choices.department, places, changes)
    return (await ask(api.intakes.create, { token, body })).body as Intake
  }
  const get = async (id: string) =>
    (await ask(api.attachments.get, { token, id })).body as Application
  return {
    create,
    get,

    /** Sends an application of another person to an intake. */
    apply: async (intake: string, changes: object = {}) => {
      const body = submission(choices, { ...anotherPerson(), intake, ...changes })
      const { referenceId } = (await ask(api.public.submit, { body })).body
      const query = { q: referenceId, includeArchived: 'true' }
      const [found] = (await ask(api.attachments.list, { token, query })).body
      return found as Application
    },

    accept: (id: string, body?: object) => ask(api.attachments.accept, { token, id, body }),
    decide: (body: object) => ask(api.attachments.decide, { token, body }),

    /** The applicant's answer to an offer. */
    answer: ({ referenceId, email }: Application, answer: 'confirm' | 'decline') =>
      ask(api.public.answerOffer, { body: { reference: referenceId, contact: email, answer } }),

    status: async ({ referenceId, email }: Application) =>
      (await ask(api.public.ownApplication, { body: { reference: referenceId, contact: email } }))
        .body,
  }
}
