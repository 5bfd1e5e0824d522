import { expect, test } from 'vitest'

import type { Message } from '../../../contract/message/message.ts'
import { stateLabel, stateReason, stateTone } from './message-labels.ts'

function shown(changes: Partial<Message>) {
  const message = {
    kind: 'accepted',
    state: 'sent',
    transport: 'sms',
    carrier: 'gateway',
    trouble: null,
    reply: null,
    delivered: null,
    ...changes,
  } as const
  return [stateLabel(message), stateReason(message), stateTone(message)]
}

test('an SMS is sent first, and delivered once the gateway has reported it', () => {
  expect(shown({})).toEqual(['Sent', null, 'good'])
  expect(shown({ delivered: 'yes' })).toEqual(['Delivered', null, 'good'])
  expect(shown({ delivered: 'unknown' })).toEqual([
    'Not known whether it arrived',
    'no report within 72 hours',
    'waiting',
  ])
})

test.each([
  ['UserDoesNotExist', 'there is no such phone number'],
  ['UserInBlacklist', 'the phone number is on a block list'],
  ['AbsentSubscriber', 'the phone was off or out of reach'],
  ['Jupiter', 'it did not reach the phone (Jupiter)'],
  [null, 'it did not reach the phone'],
] as const)('the failure %s of a gateway is told in plain words', (reply, reason) => {
  const failure = { state: 'failed', trouble: 'not delivered', delivered: 'no', reply } as const
  expect(shown(failure)).toEqual(['Not delivered', reason, 'bad'])
})

test('the same trouble has words of its own for each transport', () => {
  const failed = { state: 'waiting', trouble: 'unreachable' } as const
  expect(shown({ ...failed, transport: 'email' })[1]).toBe('the mail server could not be reached')
  expect(shown(failed)[1]).toBe('the SMS gateway could not be reached')
})

test('a cancelled SMS says whether an e-mail went instead or a decision came first', () => {
  const state = 'cancelled'
  expect(shown({ state, trouble: 'sent by e-mail' })[1]).toBe('an e-mail was sent instead')
  expect(shown({ state, trouble: 'over budget' })[1]).toBe('a later decision came first')
})
